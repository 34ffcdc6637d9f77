import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../start/repository.ts';
import { cpuMsOfTree } from './cpu-of-tree.ts';

/** What it took from its start until it was ready. */
export interface Took {
  wallMs: number;
  cpuMs: number;
}

export interface StartTook extends Took {
  /** By the name of the process: `ledger-0`. */
  services: Map<string, Took>;
}

const readyWithinMs = 170_000;

/** Starts the system in a home as `npm start` does, and stops it. */
export async function startHome(home: string, port: number): Promise<StartTook> {
  const logs = join(home, 'logs');
  rmSync(logs, { recursive: true, force: true });
  const begunAt = performance.now();
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'scripts/start/main.ts'], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HEADGATE_HOME: home, HEADGATE_PORT: String(port) },
  });
  const ended = once(child, 'close');
  let output = '';
  const isReady = await new Promise<boolean>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('Headgate is ready at')) resolve(true);
      });
    }
    void ended.then(() => resolve(false));
    setTimeout(() => resolve(false), readyWithinMs).unref();
  });
  const wallMs = performance.now() - begunAt;
  const cpuMs = isReady ? cpuMsOfTree(child.pid ?? 0) : 0;
  child.kill('SIGTERM');
  await ended;
  if (!isReady) throw new Error(`the system was not ready:\n${output}`);
  return { wallMs, cpuMs, services: readReady(logs) };
}

/** What every service writes to its log when it can serve for the first time. */
function readReady(logs: string): Map<string, Took> {
  const found = readdirSync(logs).flatMap((file): [string, Took][] => {
    const line = readFileSync(join(logs, file), 'utf8')
      .split('\n')
      .find((text) => text.includes('"msg":"ready"'));
    if (line === undefined) return [];
    const { afterMs, cpuMs } = JSON.parse(line) as { afterMs: number; cpuMs: number };
    return [[file.replace(/\.log$/, ''), { wallMs: afterMs, cpuMs }]];
  });
  return new Map(found);
}
