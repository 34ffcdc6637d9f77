import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openHome } from '../../start/home/home.ts';
import { findNatsServer } from './find-nats-server.ts';
import { findOnPath } from './find-on-path.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-nats-'));
});

function writeProgram(version: string): string {
  const program = join(folder, 'nats-server');
  writeFileSync(program, `#!/bin/sh\necho "nats-server: v${version}"\n`, { mode: 0o755 });
  return program;
}

const signal = new AbortController().signal;
const search = () => ({
  env: { PATH: folder },
  target: join(folder, 'target'),
  say: () => undefined,
  signal,
});

test('one on PATH is taken', async () => {
  const program = writeProgram('2.12.1');
  expect(await findOnPath(search())).toEqual({ program });
});

test('one that is too old for JetStream as we use it is passed over, with a reason', async () => {
  writeProgram('2.8.4');
  expect(await findOnPath(search())).toEqual({ reason: expect.stringContaining('v2.8.4 is older than 2.9') });
});

test('a folder of that name is no program', async () => {
  mkdirSync(join(folder, 'nats-server'));
  expect(await findOnPath(search())).toEqual({ reason: expect.any(String) });
});

test('one that the environment names must be there', async () => {
  const home = openHome(join(folder, 'home'));
  const env = { PATH: '', HEADGATE_NATS_SERVER: '/nowhere/nats-server' };
  await expect(findNatsServer(home, { ...search(), env })).rejects.toThrow(/there is no such file/);
});
