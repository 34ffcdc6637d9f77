/** The table of what goes wrong elsewhere is whole, and what it names exists. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { type Named, readTable, readTitles } from './read-table.ts';

const mostConstraints = 5;
const points = readTable(read('services/media-task/weak-points.md'));

function read(path: string): string {
  return readFileSync(join(repository, path), 'utf8');
}

function numbered(section: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => `${section}.${index + 1}`);
}

/** What is wrong with what a row names; undefined where nothing is. */
function problemOf({ path, text, isConstraint }: Named): string | undefined {
  if (!existsSync(join(repository, path))) return `there is no ${path}`;
  if (isConstraint) return read(path).includes(text) ? undefined : `${path} does not say: ${text}`;
  if (path.includes('/contract/')) {
    return read(path).includes(`word: '${text}'`) ? undefined : `${path} has no word: ${text}`;
  }
  if (!path.endsWith('.test.ts')) return `${path} is no file of tests`;
  return readTitles(read(path)).has(text) ? undefined : `${path} has no test: ${text}`;
}

test('every weak point and every invariant has its row, once and in order', () => {
  expect(points.map(({ row }) => row)).toEqual([...numbered(10, 35), ...numbered(11, 7)]);
});

test.each(points)('$row names what exists', ({ named }) => {
  expect(named).not.toEqual([]);
  expect(named.map(problemOf).filter((problem) => problem !== undefined)).toEqual([]);
});

test('few rows are held by the code alone', () => {
  const constrained = points.filter(({ named }) => named.some(({ isConstraint }) => isConstraint));
  expect(constrained.length).toBeLessThanOrEqual(mostConstraints);
});

describe('a table', () => {
  test('is read by its rows, their files and what stands behind each', () => {
    const line = '| 10.1 | all of it | `a.test.ts` `one` `t\\|wo`<br>constraint: `b.ts` `check (x)` |';
    expect(readTable(`| Row | What | Where |\n|---|---|---|\n${line}\n`)).toEqual([
      {
        row: '10.1',
        named: [
          { path: 'a.test.ts', text: 'one', isConstraint: false },
          { path: 'a.test.ts', text: 't|wo', isConstraint: false },
          { path: 'b.ts', text: 'check (x)', isConstraint: true },
        ],
      },
    ]);
  });

  test('that names what is not there is told so', () => {
    const name = (path: string, text: string, isConstraint = false) => ({ path, text, isConstraint });
    const here = 'scripts/weak-points/weak-points.test.ts';
    expect(problemOf(name('scripts/nothing.test.ts', 'x'))).toContain('there is no');
    expect(problemOf(name(here, 'that nobody wrote'))).toContain('has no test');
    expect(problemOf(name('scripts/tidy.ts', 'x'))).toContain('no file of tests');
    expect(problemOf(name('scripts/tidy.ts', 'no such line', true))).toContain('does not say');
    const contract = 'services/media-task/src/upstreams/contract/ark.ts';
    expect(problemOf(name(contract, 'reticulating'))).toContain('has no word');
    expect(problemOf(name(contract, 'cancelled'))).toBeUndefined();
    expect(problemOf(name(here, 'few rows are held by the code alone'))).toBeUndefined();
  });
});

test('titles are those of tests, plain and of tables, in any quotes', () => {
  const source = `test('one', () => {});\ntest.each([1])(\n  'two: %s',\n  () => {},\n);\ntest("it's three", f);\nask('four');`;
  expect([...readTitles(source)]).toEqual(['one', 'two: %s', "it's three"]);
});
