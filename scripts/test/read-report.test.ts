import { expect, test } from 'vitest';
import { readReport } from './read-report.ts';
import { add, describe, isGood } from './tally.ts';

function report(...files: { status: string; results: string[] }[]): string {
  return JSON.stringify({
    success: true,
    testResults: files.map(({ status, results }) => ({
      status,
      assertionResults: results.map((word) => ({ status: word })),
    })),
  });
}

test('tests are counted by how they went', () => {
  const text = report(
    { status: 'passed', results: ['passed', 'passed', 'skipped', 'todo'] },
    { status: 'failed', results: ['passed', 'failed', 'failed'] },
  );
  expect(readReport(text, false)).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('a file that could not be loaded is a failure, though none of its tests failed', () => {
  expect(readReport(report({ status: 'failed', results: [] }), false)).toMatchObject({ failed: 1 });
  expect(readReport(report({ status: 'failed', results: ['skipped'] }), false)).toMatchObject({
    failed: 1,
    skipped: 1,
  });
});

test('a run that failed for no counted reason is a failure', () => {
  expect(readReport(report({ status: 'passed', results: ['passed'] }), false)).toMatchObject({
    passed: 1,
    failed: 1,
  });
});

test('the sum is good when something passed and nothing failed', () => {
  const sum = add([
    { passed: 1, failed: 0, skipped: 2 },
    { passed: 3, failed: 0, skipped: 0 },
  ]);
  expect(describe(sum)).toBe('4 passed, 0 failed, 2 skipped');
  expect(isGood(sum)).toBe(true);
  expect(isGood({ passed: 0, failed: 0, skipped: 5 })).toBe(false);
  expect(isGood({ passed: 5, failed: 1, skipped: 0 })).toBe(false);
});
