import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockJournal } from './lock.ts';

let dir: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'headgate-lock-'));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(dir, { recursive: true });
});

/** Another process that claims the directory; says whether it could, and keeps its claim. */
async function claimElsewhere(wrapper: string[] = []): Promise<{ said: string; child: ChildProcess }> {
  const script = `
    import { lockJournal } from ${JSON.stringify(join(import.meta.dirname, 'lock.ts'))};
    const said = await lockJournal(process.argv[1]).then(() => 'claimed', () => 'refused');
    process.stdout.write(said);
    setInterval(() => {}, 1_000);`;
  const [command = '', ...before] = [...wrapper, process.execPath];
  const child = spawn(command, [...before, '--input-type=module', '-e', script, dir]);
  children.push(child);
  const [said] = await once(child.stdout, 'data');
  return { said: String(said), child };
}

test('a journal directory serves one process at a time', async () => {
  const first = await lockJournal(dir);
  await expect(lockJournal(dir)).rejects.toThrow('give each replica its own');
  expect((await claimElsewhere()).said).toBe('refused');
  first.release();
  (await lockJournal(dir)).release();
  expect(readdirSync(dir)).toEqual([]);
});

const unshare = ['unshare', '--map-root-user', '--net'];
const canUnshare = spawnSync(unshare[0] ?? '', [...unshare.slice(1), 'true']).status === 0;

test.runIf(canUnshare)('a claim is seen from another container, which has a network of its own', async () => {
  const lock = await lockJournal(dir);
  expect((await claimElsewhere(unshare)).said).toBe('refused');
  lock.release();
  expect((await claimElsewhere(unshare)).said).toBe('claimed');
  await expect(lockJournal(dir)).rejects.toThrow('give each replica its own');
});

test('the claim of a killed process is free, and cleared away', async () => {
  const { said, child } = await claimElsewhere();
  expect(said).toBe('claimed');
  await expect(lockJournal(dir)).rejects.toThrow('give each replica its own');
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  const lock = await lockJournal(dir);
  expect(readdirSync(dir)).toHaveLength(1);
  lock.release();
});

test('of several that start at once no two hold the claim', async () => {
  for (let round = 0; round < 20; round += 1) {
    const locks = await Promise.allSettled(Array.from({ length: 4 }, () => lockJournal(dir)));
    const held = locks.filter(({ status }) => status === 'fulfilled');
    expect(held.length).toBeLessThanOrEqual(1);
    for (const lock of locks) if (lock.status === 'fulfilled') lock.value.release();
  }
});

test('a directory that takes no claim is not said to be that of another replica', async () => {
  // Nothing can be made there, whoever asks.
  const claiming = lockJournal('/proc');
  await expect(claiming).rejects.toThrow('The journal directory /proc takes no socket');
  await expect(claiming).rejects.not.toThrow('replica');
});

test('a directory with a path longer than a socket can have is claimed as well', async () => {
  dir = mkdtempSync(join(tmpdir(), 'headgate-lock-'));
  const deep = join(dir, 'd'.repeat(120));
  mkdirSync(deep);
  const lock = await lockJournal(deep);
  await expect(lockJournal(deep)).rejects.toThrow('give each replica its own');
  lock.release();
});
