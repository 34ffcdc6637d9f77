/** What upstreams count and cannot be is a request among others: totals and pages are had beside it. */
import { randomUUID } from 'node:crypto';
import { UsageFilter } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { sumLastMinute, sumUsage } from './sum-usage.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:1': null, 'user:2': null });
  const run = randomUUID();
  const closes = [1n, 2n].map((userId) =>
    makeClose({ run, seq: userId, userId, path: [`user:${userId}`], inputTokens: 2n ** 62n }),
  );
  await settle(database.knex, closes);
});
afterAll(() => database.drop());

const most = 10n ** 15n;

test.each([
  ['of all time', {}],
  ['of parts of an hour', { fromMs: BigInt(Date.now() - 60_000), untilMs: BigInt(Date.now() + 60_000) }],
])('the sum %s is had', async (_, time) => {
  const sum = await sumUsage(database.knex, UsageFilter.fromPartial(time));
  expect(sum).toMatchObject({ requests: 2n, amount: 2n * most });
});

test('the tokens of the last minute are had', async () => {
  const { requests, tokens } = await sumLastMinute(database.knex, UsageFilter.fromPartial({}));
  expect({ requests, tokens }).toEqual({ requests: 2n, tokens: 2n * 10n ** 12n });
});
