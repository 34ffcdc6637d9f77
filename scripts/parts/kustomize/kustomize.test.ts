import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { openHome } from '../../start/home/home.ts';
import { findKustomize } from './find-kustomize.ts';
import { renderArguments } from './render-arguments.ts';
import { unpackKustomize } from './unpack-kustomize.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headgate-kustomize-'));
});

function writeProgram(name: string, script: string): string {
  const program = join(folder, name);
  writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return program;
}

const signal = new AbortController().signal;
const search = () => ({
  env: { PATH: folder },
  target: join(folder, 'target'),
  say: () => undefined,
  signal,
});

test('a kubectl that is too old for components is passed over, with a reason', async () => {
  writeProgram('kubectl', 'echo "json: unknown field \\"components\\"" >&2; exit 1');
  const found = findKustomize(openHome(join(folder, 'home')), search());
  await expect(found).rejects.toThrow(/kubectl: it does not render \(json: unknown field "components"\)/);
});

test('a kubectl on PATH is asked for its kustomize', async () => {
  const program = writeProgram('kubectl', `echo "$@" > ${folder}/asked`);
  expect(await findKustomize(openHome(join(folder, 'home')), search())).toBe(program);
  expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/^kustomize /);
  expect(renderArguments('/usr/bin/kustomize', 'a', 'b')).toEqual(['build', 'a', '--output', 'b']);
});

test('one that the environment names must be there', async () => {
  const env = { PATH: '', HEADGATE_KUSTOMIZE: '/nowhere/kustomize' };
  const found = findKustomize(openHome(join(folder, 'home')), { ...search(), env });
  await expect(found).rejects.toThrow(/there is no such program/);
});

test('where no package can be unpacked it is said what that takes', async () => {
  expect(await unpackKustomize(search())).toEqual({
    reason: 'no Debian package can be unpacked without apt-get and dpkg-deb',
  });
});
