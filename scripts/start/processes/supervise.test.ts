import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStartTime } from '../../toolchain/process-start.mjs';
import type { ProcessSpec } from './process-spec.ts';
import { type Death, type Supervised, supervise } from './supervise.ts';

let folder: string;
let supervised: Supervised | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-supervise-'));
});
afterEach(async () => {
  await supervised?.stop();
});

function start(script: string, more: Partial<ProcessSpec> = {}): { deaths: Death[]; pids: number[] } {
  const deaths: Death[] = [];
  const pids: number[] = [];
  const spec: ProcessSpec = {
    name: 'test-0',
    command: process.execPath,
    args: ['-e', script],
    directory: join(folder, 'test-0'),
    env: process.env,
    logFile: join(folder, 'test-0.log'),
    stopSignal: 'SIGTERM',
    ...more,
  };
  supervised = supervise(spec, {
    onStarted: (pid) => pids.push(pid),
    onDied: (death) => deaths.push(death),
  });
  return { deaths, pids };
}

test('a process that is killed is started again in the same directory', async () => {
  const { deaths, pids } = start('console.log(process.cwd()); setInterval(() => {}, 1000)');
  const log = (): string => readFileSync(join(folder, 'test-0.log'), 'utf8');
  await waitFor(() => log().includes('test-0'), 'it runs');
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await waitFor(() => log().trim().split('\n').length === 2, 'it runs again');
  const [first, second] = log().trim().split('\n');
  expect(second).toBe(first);
  expect(deaths).toMatchObject([{ pid: pids[0], reason: 'SIGKILL' }]);
  expect(supervised?.pid()).toBe(pids[1]);
});

test('the pauses between starts that come to nothing grow', async () => {
  const { deaths } = start('process.exit(3)');
  await waitFor(() => deaths.length >= 3, 'it dies three times');
  expect(deaths.slice(0, 3)).toMatchObject([
    { reason: 'status 3', pauseMs: 250 },
    { reason: 'status 3', pauseMs: 500 },
    { reason: 'status 3', pauseMs: 1000 },
  ]);
});

test('a program that is not there is a death too', async () => {
  const { deaths } = start('', { command: '/nowhere/program' });
  await waitFor(() => deaths.length > 0, 'it fails');
  expect(deaths[0]?.reason).toContain('ENOENT');
});

test('what is stopped stays stopped', async () => {
  const { deaths, pids } = start('setInterval(() => {}, 1000)');
  expect(await supervised?.stop()).toEqual({ wasKilled: false });
  expect(readStartTime(pids[0] ?? 0)).toBeUndefined();
  expect(deaths).toEqual([]);
});

test('what does not stop within its own time is killed', async () => {
  start("process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)", {
    stopDeadlineMs: 100,
  });
  await waitFor(() => readFileSync(join(folder, 'test-0.log'), 'utf8').includes('up'), 'it runs');
  expect(await supervised?.stop()).toEqual({ wasKilled: true });
});

test('a process that dies after its log’s folder was removed is a death, too, and comes back with the folder', async () => {
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const { deaths, pids } = start('setInterval(() => {}, 1000)', { logFile: join(logs, 'test-0.log') });
  rmSync(logs, { recursive: true });
  process.kill(pids[0] ?? 0, 'SIGKILL');
  await waitFor(() => deaths.length >= 2, 'it cannot be started, which is said');
  mkdirSync(logs);
  await waitFor(() => pids.length === 2, 'it runs again');
});
