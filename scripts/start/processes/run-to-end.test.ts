import { expect, test } from 'vitest';
import { runToEnd } from './run-to-end.ts';

const run = (program: string, timeoutMs = 60_000) =>
  runToEnd(process.execPath, ['-e', program], { timeoutMs });

test('a program that fails is an outcome, with what it said', async () => {
  const outcome = await run('console.log("out"); console.error("err"); process.exitCode = 3');
  expect(outcome).toEqual({ status: 3, stdout: 'out\n', stderr: 'err\n' });
});

test('of one that does not end in time it says so', async () => {
  const { status, stderr } = await run('setInterval(() => undefined, 60_000)', 500);
  expect(status).toBeUndefined();
  expect(stderr).toBe('\nIt had not ended after 0.5 s.');
});
