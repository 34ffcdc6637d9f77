import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { repository } from '../start/repository.ts';
import { readReport } from './read-report.ts';
import type { Tally } from './tally.ts';

/** In the order in which they run. */
export const projects = ['unit', 'e2e', 'alone'] as const;
export type Project = (typeof projects)[number];

/** Far above what they take, also on a machine that is four times as slow as another: ends a run that hangs. */
const deadlineMs: Record<Project, number> = {
  unit: 30 * 60_000,
  e2e: 60 * 60_000,
  alone: 15 * 60_000,
};

export const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);

/** Runs the tests of a project that the filters choose; the reader sees them as they go. */
export async function runVitest(
  project: Project,
  { env, directory, filters, signal }: RunVitestOptions,
): Promise<Tally> {
  const reportFile = join(directory, `${project}.json`);
  const args = [
    'run',
    '--passWithNoTests',
    ...['--config', 'scripts/vitest.config.ts'],
    ...['--project', project],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    ...filters,
  ];
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: repository,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let isHung = false;
  const deadline = setTimeout(() => {
    isHung = true;
    child.kill('SIGKILL');
  }, deadlineMs[project]);
  const stop = (): void => {
    child.kill('SIGTERM');
  };
  signal.addEventListener('abort', stop);
  const ending = await new Promise<number | NodeJS.Signals>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (status, killer) => resolve(status ?? killer ?? 1));
  });
  clearTimeout(deadline);
  signal.removeEventListener('abort', stop);
  const tally = readReportFile(reportFile, ending === 0);
  if (tally !== undefined) return tally;
  const reason = isHung
    ? `was still running after ${deadlineMs[project] / 60_000} minutes`
    : `ended with ${ending}`;
  return { passed: 0, failures: [`${project}: vitest ${reason} and left no report`], skipped: 0 };
}

interface RunVitestOptions {
  env: NodeJS.ProcessEnv;
  /** Where the report goes. */
  directory: string;
  filters: readonly string[];
  signal: AbortSignal;
}

function readReportFile(file: string, hasEndedWell: boolean): Tally | undefined {
  try {
    return readReport(readFileSync(file, 'utf8'), hasEndedWell);
  } catch {
    return undefined;
  }
}
