import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runToEnd } from '../start/processes/run-to-end.ts';
import { vitest } from '../test/run-vitest.ts';
import type { TestResult } from './judge.ts';

/** Far above what a file takes whose tests wait in vain. */
const timeoutMs = 6 * 60_000;

/** Runs one test file of a tree; gives how each of its tests went, or none when it could not be run. */
export async function runTestFile(
  file: string,
  { env, directory, cwd, signal }: Options,
): Promise<TestResult[]> {
  const reportFile = join(directory, 'broken.json');
  rmSync(reportFile, { force: true });
  const args = ['run', '--config', 'scripts/vitest.config.ts'];
  await runToEnd(
    process.execPath,
    [vitest, ...args, '--reporter=json', `--outputFile.json=${reportFile}`, file],
    {
      cwd,
      env,
      signal,
      timeoutMs,
    },
  );
  return readResults(reportFile);
}

interface Options {
  env: NodeJS.ProcessEnv;
  /** Where the report goes. */
  directory: string;
  /** The tree. */
  cwd: string;
  signal: AbortSignal;
}

interface Report {
  testResults: { assertionResults: TestResult[] }[];
}

function readResults(reportFile: string): TestResult[] {
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8')) as Report;
    return report.testResults.flatMap(({ assertionResults }) => assertionResults);
  } catch {
    return [];
  }
}
