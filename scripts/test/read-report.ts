import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { repository } from '../start/repository.ts';
import type { Tally } from './tally.ts';

/** What is read of vitest's JSON report. */
interface Report {
  testResults: TestFile[];
}

interface TestFile {
  /** Its path. */
  name: string;
  status: string;
  /** Why it could not be loaded. */
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages?: string[] }[];
}

/** Of the words of a failure: its message, what differs, and the place in the test. */
const shownLines = 12;

/**
 * Counts a report. A file that failed without a failed test (it could not be loaded, or its hooks failed) counts
 * as one failure, and so does a run that failed for no counted reason.
 */
export function readReport(text: string, hasEndedWell: boolean): Tally {
  const { testResults } = JSON.parse(text) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (word: string): number => results.filter(({ status }) => status === word).length;
  const failures = testResults.flatMap(listFailures);
  if (!hasEndedWell && failures.length === 0)
    failures.push('vitest ended badly, though no test failed: see its errors above');
  const passed = count('passed');
  return { passed, failures, skipped: results.length - passed - count('failed') };
}

function listFailures({ name, status, message, assertionResults }: TestFile): string[] {
  const file = relative(repository, name);
  const failed = assertionResults.filter((result) => result.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [shorten(`${file}\n${message}`)] : [];
  return failed.map(({ fullName, failureMessages = [] }) =>
    shorten(`${file} > ${fullName}\n${failureMessages.join('\n')}`),
  );
}

function shorten(words: string): string {
  const lines = stripVTControlCharacters(words)
    .trimEnd()
    .split('\n')
    .filter((line) => !isForeignPlace(line));
  return lines.slice(0, shownLines).join('\n  ');
}

/** Places in the test runner and in libraries say nothing of a failure. */
function isForeignPlace(line: string): boolean {
  return /^\s+at /.test(line) && (line.includes('node_modules') || line.includes('<anonymous>'));
}
