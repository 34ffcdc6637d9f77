import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { keepCompiled } from '../../bundle/build-programs.ts';
import { builtPrograms } from '../../e2e/testing/built-programs.ts';
import { inherited } from '../../e2e/testing/service-process.ts';

export interface CommandResult {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs `headgate` as a process of its own, which is told nothing but `env`; `input` is what it reads. */
export async function runCommand(
  words: readonly string[],
  env: NodeJS.ProcessEnv = {},
  input: string | Buffer = '',
): Promise<CommandResult> {
  const child = await start(words, env);
  child.stdin.end(input);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const [status] = await once(child, 'close');
  return {
    status,
    stdout: Buffer.concat(stdout).toString('utf8'),
    stderr: Buffer.concat(stderr).toString('utf8'),
  };
}

/** Runs it before a reader of its standard output that has gone already; gives its status. */
export async function runUnread(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = await start(words, env);
  child.stdin.end();
  child.stdout.destroy();
  child.stderr.resume();
  const [status] = await once(child, 'close');
  return status;
}

async function start(words: readonly string[], env: NodeJS.ProcessEnv) {
  const programs = await builtPrograms();
  const child = spawn(process.execPath, [join(programs, 'headgate.js'), ...words], {
    env: { ...inherited(), ...keepCompiled(programs), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Most commands read nothing, and one may end before its input is written.
  child.stdin.on('error', () => undefined);
  return child;
}
