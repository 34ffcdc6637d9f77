import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '..');
const e2e = ['scripts/e2e/**/*.test.ts', 'scripts/**/*.e2e.test.ts'];

/** Names of tests are whole, however long the row that they are named for. */
const taskTitleValueFormatTruncate = 0;

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
          include: ['services/**/*.test.ts', 'proto/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...e2e],
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'e2e',
          taskTitleValueFormatTruncate,
          include: e2e,
          // Each starts a whole system; two at a time would measure the machine.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
