import { spawn } from 'node:child_process';

export interface Outcome {
  /** Undefined when the program could not be started or did not end in time. */
  status: number | undefined;
  stdout: string;
  stderr: string;
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  timeoutMs: number;
  /** How much of the end of each output is kept: enough to see why a program failed, unless what it says is to be read. */
  keptCharacters?: number;
  runAs?: { uid: number; gid: number };
}

/** Runs a program that ends by itself. Failing is an outcome; only being aborted throws. */
export async function runToEnd(command: string, args: string[], options: RunOptions): Promise<Outcome> {
  const { cwd, env, signal, timeoutMs, keptCharacters = 256 * 1024, runAs } = options;
  signal?.throwIfAborted();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    killSignal: 'SIGKILL',
    timeout: timeoutMs,
    ...(cwd === undefined ? {} : { cwd }),
    ...(env === undefined ? {} : { env }),
    ...(signal === undefined ? {} : { signal }),
    ...runAs,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] = `${output[name]}${text}`.slice(-keptCharacters);
    });
  }
  const status = await new Promise<number | undefined>((resolve) => {
    child.once('error', (error) => {
      output.stderr += error.message;
      resolve(undefined);
    });
    child.once('close', (code) => {
      if (child.killed) output.stderr += `\nIt had not ended after ${timeoutMs / 1_000} s.`;
      resolve(code ?? undefined);
    });
  });
  signal?.throwIfAborted();
  return { status, ...output };
}
