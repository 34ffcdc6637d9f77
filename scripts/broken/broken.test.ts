import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { applyPatch } from './copied-tree.ts';
import { judge } from './judge.ts';
import { readPatch, readPatches } from './read-patch.ts';

const patches = readPatches();

test.each(patches)('$name applies and names a test file', async ({ path, file }) => {
  expect(await applyPatch(repository, ['--check', path])).toBeUndefined();
  expect(existsSync(join(repository, file))).toBe(true);
});

test('no two patches break the same lines in the same way', () => {
  expect(new Set(patches.map(({ breaks, file, tests }) => `${breaks} ${file} ${tests}`)).size).toBe(
    patches.length,
  );
});

const text = `Item: an item
Breaks: something
File: a.test.ts
Test: one
Test: two

diff --git a/x b/x
`;
const patch = readPatch('sample', '/sample.patch', text);

test('the header names the item, the breakage, the file and its tests', () => {
  expect(patch).toMatchObject({
    item: 'an item',
    breaks: 'something',
    file: 'a.test.ts',
    tests: ['one', 'two'],
    among: [],
  });
  expect(() => readPatch('sample', '', text.replace('Item', 'Thing'))).toThrow('Item:');
  expect(() => readPatch('sample', '', text.replaceAll('Test:', 'Tests:'))).toThrow('Test:');
});

test('the named tests must fail and the others pass', () => {
  const results = (...statuses: string[]) =>
    ['one', 'two', 'three'].map((fullName, index) => ({ fullName, status: statuses[index] ?? 'passed' }));
  expect(judge(patch, results('failed', 'failed', 'passed'))).toEqual([]);
  expect(judge(patch, results('failed', 'passed', 'passed'))).toEqual([
    '"two" passed in spite of the breakage',
  ]);
  expect(judge(patch, results('failed', 'failed', 'failed'))).toHaveLength(1);
  expect(judge(patch, results('failed', 'failed').slice(1))).toEqual(['a.test.ts has no test "one"']);
  const amongThree = readPatch('sample', '/sample.patch', text.replace('Test: two', 'Test: two\nAmong: thr'));
  expect(judge(amongThree, results('failed', 'failed', 'failed'))).toEqual([]);
  expect(judge(amongThree, results('failed', 'failed', 'passed'))).toEqual([]);
  expect(judge(amongThree, results('failed', 'passed', 'failed'))).toHaveLength(1);
  expect(judge(patch, [])).toEqual(['a.test.ts ran no test']);
});
