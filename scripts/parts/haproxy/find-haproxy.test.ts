import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openHome } from '../../start/home/home.ts';
import type { Search } from '../search.ts';
import { findHaproxy } from './find-haproxy.ts';
import { keepHaproxy, unpackHaproxy } from './unpack-haproxy.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-haproxy-'));
});

function writeProgram(path: string, version: string): string {
  const program = join(folder, path);
  const script = `#!/bin/sh\necho "HAProxy version ${version} - $LD_LIBRARY_PATH"\n`;
  writeFileSync(program, script, { mode: 0o755 });
  return program;
}

const signal = new AbortController().signal;
const search = (env: NodeJS.ProcessEnv = { PATH: folder }): Search => ({
  env,
  target: join(folder, 'target'),
  say: () => undefined,
  signal,
});

test('one that is named is taken, if it is there and new enough', async () => {
  const home = openHome(join(folder, 'home'));
  const find = (program: string) => findHaproxy(home, search({ PATH: '', HEADGATE_HAPROXY: program }));
  const program = writeProgram('haproxy', '2.6.12-1');
  expect(await find(program)).toEqual({ program });
  expect(await find('/nowhere')).toEqual({ reason: '/nowhere: there is no such file' });
  writeProgram('haproxy', '1.8.4');
  expect(await find(program)).toEqual({ reason: expect.stringContaining('1.8 is older than 2.0') });
});

test('where no package can be unpacked it is said what that takes', async () => {
  expect(await unpackHaproxy(search())).toEqual({
    reason: 'no Debian package can be unpacked without apt-get and dpkg-deb',
  });
});

test('what was unpacked is kept with its libraries, and found from then on', async () => {
  const home = openHome(join(folder, 'home'));
  const target = join(home.partsDir, `haproxy-${process.platform}-${process.arch}`);
  const libraries = join(folder, 'unpacked/usr/lib/x86_64-linux-gnu');
  for (const path of [libraries, join(folder, 'unpacked/usr/sbin')]) mkdirSync(path, { recursive: true });
  writeFileSync(join(libraries, 'liblua5.3.so.0'), '');
  writeProgram('unpacked/usr/sbin/haproxy', '2.6.12-1');
  mkdirSync(home.partsDir, { recursive: true });
  const program = join(target, 'haproxy');
  expect(await keepHaproxy(join(folder, 'unpacked'), { ...search(), target })).toEqual({ program });
});
