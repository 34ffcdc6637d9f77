import type { Tally } from './tally.ts';

/** What is read of vitest's JSON report. */
interface Report {
  success: boolean;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * Counts a report. A file that failed without a failed test (it could not be loaded, or its hooks failed) counts
 * as one failure, and so does a run that failed for no counted reason.
 */
export function readReport(text: string, hasEndedWell: boolean): Tally {
  const report = JSON.parse(text) as Report;
  const tally: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of report.testResults) {
    const count = (word: string): number =>
      assertionResults.filter((result) => result.status === word).length;
    const [passed, failed] = [count('passed'), count('failed')];
    tally.passed += passed;
    tally.failed += failed === 0 && status === 'failed' ? 1 : failed;
    tally.skipped += assertionResults.length - passed - failed;
  }
  if (!hasEndedWell && tally.failed === 0) tally.failed = 1;
  return tally;
}
