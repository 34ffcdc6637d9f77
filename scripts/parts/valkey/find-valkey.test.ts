import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openHome } from '../../start/home/home.ts';
import { findOnPath } from './find-on-path.ts';
import { findValkey } from './find-valkey.ts';
import { keepValkey, unpackValkey } from './unpack-valkey.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-valkey-'));
});

function writeProgram(path: string, version: string): string {
  const program = join(folder, path);
  const script = `#!/bin/sh\necho "Redis server v=${version} sha=0 $LD_LIBRARY_PATH"\n`;
  writeFileSync(program, script, { mode: 0o755 });
  return program;
}

const signal = new AbortController().signal;
const search = () => ({
  env: { PATH: folder },
  target: join(folder, 'target'),
  say: () => undefined,
  signal,
});

test('one on PATH is taken, a Valkey before a Redis', async () => {
  const redis = writeProgram('redis-server', '7.0.15');
  expect(await findOnPath(search())).toEqual({ program: redis });
  const program = writeProgram('valkey-server', '8.1.1');
  expect(await findOnPath(search())).toEqual({ program });
});

test('one that is too old is passed over, with a reason', async () => {
  writeProgram('redis-server', '4.0.9');
  expect(await findOnPath(search())).toEqual({ reason: expect.stringContaining('v=4.0.9 is older than 5') });
});

test('one that the environment names must be there', async () => {
  const home = openHome(join(folder, 'home'));
  const env = { PATH: '', HEADGATE_REDIS_SERVER: '/nowhere/redis-server' };
  await expect(findValkey(home, { ...search(), env })).rejects.toThrow(/there is no such file/);
});

test('where no package can be unpacked it is said what that takes', async () => {
  expect(await unpackValkey(search())).toEqual({
    reason: 'no Debian package can be unpacked without apt-get and dpkg-deb',
  });
});

test('what was unpacked is kept with its libraries, and found from then on', async () => {
  const home = openHome(join(folder, 'home'));
  const target = join(home.partsDir, `valkey-${process.platform}-${process.arch}`);
  const libraries = join(folder, 'unpacked/usr/lib/x86_64-linux-gnu');
  for (const path of [libraries, join(folder, 'unpacked/usr/bin')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(libraries, 'libjemalloc.so.2'), '');
  writeProgram('unpacked/usr/bin/redis-server', '7.0.15');
  mkdirSync(home.partsDir, { recursive: true });
  const program = join(target, 'server');
  expect(await keepValkey(join(folder, 'unpacked'), { ...search(), target })).toEqual({ program });
  expect(await findValkey(home, { ...search(), env: { PATH: '' } })).toBe(program);
});
