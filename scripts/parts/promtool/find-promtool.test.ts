import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openHome } from '../../start/home/home.ts';
import { findPromtool } from './find-promtool.ts';
import { unpackPromtool } from './unpack-promtool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-promtool-'));
});

function writeProgram(says: string): string {
  const program = join(folder, 'promtool');
  writeFileSync(program, `#!/bin/sh\necho "${says}"\n`, { mode: 0o755 });
  return program;
}

const find = (env: Record<string, string>) =>
  findPromtool(openHome(join(folder, 'home')), {
    env,
    say: () => undefined,
    signal: new AbortController().signal,
  });

test('one on PATH is taken', async () => {
  const program = writeProgram('promtool, version 2.42.0');
  expect(await find({ PATH: folder })).toBe(program);
});

test('one that the environment names must be one', async () => {
  const program = writeProgram('something else');
  await expect(find({ HEADGATE_PROMTOOL: program })).rejects.toThrow('it does not run (something else)');
  await expect(find({ HEADGATE_PROMTOOL: '/nowhere/promtool' })).rejects.toThrow('there is no such file');
});

test('where no package can be unpacked it is said what that takes', async () => {
  const search = { env: { PATH: folder }, target: join(folder, 'target'), say: () => undefined };
  expect(await unpackPromtool({ ...search, signal: new AbortController().signal })).toEqual({
    reason: expect.stringContaining('without apt-get and dpkg-deb'),
  });
});
