import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findMemoryFolder } from './memory-folder.ts';

const petabyte = 2 ** 50;

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'memory-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('is a folder that its user alone may enter, and the same one the next time', () => {
  const folder = findMemoryFolder(root, 1) ?? '';
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(findMemoryFolder(root, 1)).toBe(folder);
});

it('is none where there is too little room, and none where there is no such place', () => {
  expect(findMemoryFolder(root, petabyte)).toBeUndefined();
  expect(findMemoryFolder(join(root, 'missing'), 1)).toBeUndefined();
  expect(existsSync(join(root, 'missing'))).toBe(false);
});

it.each([
  ['a folder that others may enter', (path: string) => chmodSync(path, 0o755)],
  ['a link', replaceByLink],
])('is none where somebody made %s first', (_what, spoil) => {
  const folder = findMemoryFolder(root, 1) ?? '';
  spoil(folder);
  expect(findMemoryFolder(root, 1)).toBeUndefined();
});

function replaceByLink(path: string): void {
  rmSync(path, { recursive: true });
  symlinkSync(root, path);
}
