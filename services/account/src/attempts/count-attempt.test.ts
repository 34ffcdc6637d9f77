/** What may be tried only so often: attempts that nothing counts against are not refused, however they fall together. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestAccount, type TestAccount } from '../testing/test-account.ts';
import { type AttemptRule, countAttempt } from './count-attempt.ts';

const rule: AttemptRule = {
  kind: 'test',
  free: 5,
  windowSeconds: 60,
  firstPauseSeconds: 15,
  longestPauseSeconds: 60,
  message: 'Too many attempts.',
};

let account: TestAccount;
beforeEach(async () => {
  account = await createTestAccount();
});
afterEach(() => account.stop());

test.each([
  ['the first', 0],
  ['another', 1],
])('an attempt that began before %s one was counted is counted as well', async (_, before) => {
  const { knex } = account.context;
  for (let count = 0; count < before; count += 1) await countAttempt(knex, rule, 'somebody');
  await knex.transaction(async (earlier) => {
    // Its `now()` is before that of the one that overtakes it.
    await earlier.raw('select now()');
    await countAttempt(knex, rule, 'somebody');
    await countAttempt(earlier, rule, 'somebody');
  });
  expect(await knex('attempts').where({ kind: 'test' }).pluck('count')).toEqual([before + 2]);
});
