import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../start/repository.ts';
import { readReport } from './read-report.ts';
import { add, describe, isGood } from './tally.ts';

function report(...files: { status: string; results: string[] }[]): string {
  return JSON.stringify({
    success: true,
    testResults: files.map(({ status, results }, index) => ({
      name: join(repository, `file-${index}.test.ts`),
      status,
      message: '\x1b[31mCannot find module\x1b[39m',
      assertionResults: results.map((word, at) => ({
        status: word,
        fullName: `test ${at}`,
        failureMessages:
          word === 'failed'
            ? [`expected ${at}\n    at node_modules/vitest/run.js\n    at file-${index}.test.ts`]
            : [],
      })),
    })),
  });
}

test('tests are counted by how they went, and what failed is named', () => {
  const text = report(
    { status: 'passed', results: ['passed', 'passed', 'skipped', 'todo'] },
    { status: 'failed', results: ['passed', 'failed', 'failed'] },
  );
  expect(readReport(text, false)).toEqual({
    passed: 3,
    failures: [
      'file-1.test.ts > test 1\n  expected 1\n      at file-1.test.ts',
      'file-1.test.ts > test 2\n  expected 2\n      at file-1.test.ts',
    ],
    skipped: 2,
  });
});

test('a file that could not be loaded is a failure, though none of its tests failed', () => {
  const failures = ['file-0.test.ts\n  Cannot find module'];
  expect(readReport(report({ status: 'failed', results: [] }), false)).toMatchObject({ failures });
  expect(readReport(report({ status: 'failed', results: ['skipped'] }), false)).toMatchObject({
    failures,
    skipped: 1,
  });
});

test('a run that failed for no counted reason is a failure', () => {
  expect(readReport(report({ status: 'passed', results: ['passed'] }), false)).toMatchObject({
    passed: 1,
    failures: [expect.stringContaining('ended badly')],
  });
});

test('the sum is good when something passed and nothing failed', () => {
  const sum = add([
    { passed: 1, failures: [], skipped: 2 },
    { passed: 3, failures: [], skipped: 0 },
  ]);
  expect(describe(sum)).toEqual(['4 passed, 0 failed, 2 skipped']);
  expect(isGood(sum)).toBe(true);
  expect(isGood({ passed: 0, failures: [], skipped: 5 })).toBe(false);
  expect(isGood({ passed: 5, failures: ['lint'], skipped: 0 })).toBe(false);
});

test('the first failures are said again before the last line', () => {
  const failures = Array.from({ length: 30 }, (_, index) => `check ${index}`);
  const said = describe({ passed: 1, failures, skipped: 0 });
  expect(said).toHaveLength(21);
  expect(said[0]).toBe('FAIL check 0');
  expect(said.at(-1)).toBe('1 passed, 30 failed, 0 skipped');
});
