import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, expect, test } from 'vitest';
import { readStartTime } from './process-start.mjs';
import { takeLock, waitForLock } from './take-lock.mjs';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'headgate-lock-')), 'lock');
});

test('a lock names its holder, refuses a second one and is free after its release', () => {
  const { release } = takeLock(path, { supervisor: 'one' });
  expect(takeLock(path).holder).toMatchObject({ pid: process.pid, supervisor: 'one' });
  release?.();
  expect(takeLock(path)).toMatchObject({ previous: undefined });
});

test('the lock of a process that is gone is taken over, with what it left', () => {
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  writeFileSync(path, JSON.stringify({ pid: dead, startTime: '1', supervisor: 'old' }));
  expect(takeLock(path)).toMatchObject({ previous: { pid: dead, supervisor: 'old' } });
  expect(JSON.parse(readFileSync(path, 'utf8')).pid).toBe(process.pid);
});

test('a pid that was given to another process holds nothing', () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, startTime: 'long ago' }));
  expect(takeLock(path).release).toBeDefined();
});

test('a lock without words is respected while young, and taken over when its writer must have died', () => {
  writeFileSync(path, '');
  expect(takeLock(path).holder).toBeDefined();
  const longAgo = new Date(Date.now() - 60_000);
  utimesSync(path, longAgo, longAgo);
  expect(takeLock(path).release).toBeDefined();
});

test('of many processes that find the lock of a dead one, one gets it', async () => {
  writeFileSync(path, JSON.stringify({ pid: 2 ** 22, startTime: '1' }));
  const script = `
    import { takeLock } from ${JSON.stringify(join(import.meta.dirname, 'take-lock.mjs'))};
    const { release } = takeLock(${JSON.stringify(path)});
    process.stdout.write(release ? 'got it' : 'refused');
    process.stdin.resume();
    process.stdin.on('end', () => process.exit());
  `;
  const run = promisify(execFile);
  const contenders = Array.from({ length: 6 }, () =>
    run(process.execPath, ['--input-type=module', '-e', script]),
  );
  // All stay alive until every one of them has tried.
  const said = await Promise.all(
    contenders.map(
      ({ child }) => new Promise((resolve) => child.stdout?.once('data', (text) => resolve(String(text)))),
    ),
  );
  for (const { child } of contenders) child.stdin?.end();
  await Promise.all(contenders);
  expect(said.filter((word) => word === 'got it')).toHaveLength(1);
});

test('waiting ends when the holder releases, and says once whom it waits for', async () => {
  const { release } = takeLock(path);
  const waitedFor: (number | undefined)[] = [];
  setTimeout(() => release?.(), 300);
  const releaseMine = await waitForLock(path, {
    timeoutMs: 20_000,
    onWait: ({ pid }) => waitedFor.push(pid),
  });
  expect(waitedFor).toEqual([process.pid]);
  releaseMine();
  expect(existsSync(path)).toBe(false);
});

test('the start time tells this process from none', () => {
  expect(readStartTime(process.pid)).toBe(readStartTime(process.pid));
  expect(readStartTime(spawnSync(process.execPath, ['-e', '']).pid)).toBeUndefined();
});
