import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { filesIn } from './hash-files.ts';

const root = mkdtempSync(join(tmpdir(), 'headgate-files-'));
afterAll(() => rmSync(root, { recursive: true }));

function write(name: string): string {
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  return file;
}

test('all files of a folder are found, whatever its folders are called, but for installed packages', () => {
  const files = ['a.ts', 'inner/b.ts', 'inner/v1.2/c.ts'].map(write);
  write('node_modules/package/index.js');
  write('inner/node_modules/package/index.js');
  expect(filesIn(root).toSorted()).toEqual(files);
});

test('a file is itself', () => {
  const file = write('alone.yaml');
  expect(filesIn(file)).toEqual([file]);
});
