import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '..');
const installed = '**/node_modules/**';
const e2e = ['scripts/e2e/**/*.test.ts', 'scripts/**/*.e2e.test.ts'];
/** Files that say by their name that they measure the machine, or leave nothing of it to others. */
const alone = ['scripts/**/*.alone.test.ts'];
/** One more than processors: some wait for PostgreSQL, NATS or a process. */
const unitWorkers = 3;
/** Each waits most of the time: for what was killed to come back, for a timeout, for the books to close. */
const e2eWorkers = 3;

/** Names of tests are whole, however long the row that they are named for. */
const taskTitleValueFormatTruncate = 0;

/** As long as a busy machine may take; by default it is a second. */
const expectation = { poll: { timeout: 20_000 } };

/** Run by `npm test`, which starts the PostgreSQL and the NATS that most tests need. */
export default defineConfig({
  root,
  test: {
    cache: false,
    projects: [
      {
        root,
        test: {
          name: 'unit',
          taskTitleValueFormatTruncate,
          expect: expectation,
          include: ['services/**/*.test.ts', 'proto/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: [installed, ...e2e, ...alone],
          // 400 files, each of which would load the same modules anew: that was more than a third of the processor's time.
          isolate: false,
          maxWorkers: unitWorkers,
          // Longer than a wait in vain, which says what it waited for and would go on into the next test.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          taskTitleValueFormatTruncate,
          expect: expectation,
          include: e2e,
          exclude: [installed, ...alone],
          // Each of 90 files would start a process and load the vendors' SDKs anew: a fifth of the processor's time.
          isolate: false,
          maxWorkers: e2eWorkers,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        root,
        test: {
          name: 'alone',
          taskTitleValueFormatTruncate,
          expect: expectation,
          include: alone,
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
