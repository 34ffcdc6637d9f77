import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@headgate/runtime/testing/free-port';
import { removeOutsideFolder } from '../../parts/postgres/outside-folder.ts';
import type { DevFile } from '../home/dev-file.ts';
import { repository } from '../repository.ts';

export interface TestSystem {
  /** dev.json as it was when the system became ready. */
  dev: DevFile;
  /** dev.json as it is now. */
  readDev(): DevFile;
  home: string;
  /** The supervisor, main.ts itself. */
  pid: number;
  /** How long the start took. */
  startedInMs: number;
  /** Everything the supervisor has printed. */
  logs(): string;
  /** Stops it as Ctrl-C does; removes the home unless the caller gave one or wants it kept. Answers the exit status. */
  stop(options?: { keepsHome?: boolean }): Promise<number | null>;
}

export interface SystemOptions {
  /** Absent for a fresh one. */
  home?: string;
  /** The path of a configuration file. Absent for the demo. */
  config?: string;
  /** As --replicas has it: `text-gateway=2,ingress=2`. */
  replicas?: string;
  env?: NodeJS.ProcessEnv;
}

const readyTimeoutMs = 170_000;
const stopTimeoutMs = 90_000;

/** What a start that came to nothing printed, and its exit status. */
export class StartFailed extends Error {
  readonly output: string;
  readonly status: number | null;

  constructor(output: string, status: number | null) {
    super(`npm start ended with status ${status} before it was ready:\n${output}`);
    this.output = output;
    this.status = status;
  }
}

/** Runs the whole system as `npm start` does, without the bootstrap; resolves when it is ready. */
export async function startSystem({
  home,
  config,
  replicas,
  env = {},
}: SystemOptions = {}): Promise<TestSystem> {
  const path = home ?? mkdtempSync(join(tmpdir(), 'headgate-home-'));
  mkdirSync(path, { recursive: true });
  const startedAt = Date.now();
  const child = spawn(
    process.execPath,
    [
      join(repository, 'scripts/start/main.ts'),
      ...(config === undefined ? [] : ['--config', config]),
      ...(replicas === undefined ? [] : ['--replicas', replicas]),
    ],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        HEADGATE_TEST_NO_FSYNC: 'true',
        // It ends with us, however we end.
        HEADGATE_BOOTSTRAP_PID: String(process.pid),
        HEADGATE_PORT: env.HEADGATE_PORT ?? String(await freePort()),
        ...env,
        HEADGATE_HOME: path,
      },
    },
  );
  let output = '';
  const ended = once(child, 'close');
  const isReady = new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Headgate is ready at')) resolve(true);
      });
    }
    void ended.then(() => resolve(false));
    setTimeout(() => resolve(false), readyTimeoutMs).unref();
  });

  async function stop({ keepsHome = home !== undefined } = {}): Promise<number | null> {
    child.kill('SIGTERM');
    const deadline = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(deadline);
    if (!keepsHome) {
      await removeOutsideFolder(path);
      rmSync(path, { recursive: true, force: true });
    }
    return child.exitCode;
  }

  if (!(await isReady)) throw new StartFailed(output, await stop());
  const readDev = (): DevFile => JSON.parse(readFileSync(join(path, 'dev.json'), 'utf8'));
  const startedInMs = Date.now() - startedAt;
  return { dev: readDev(), readDev, home: path, pid: child.pid ?? 0, startedInMs, logs: () => output, stop };
}
