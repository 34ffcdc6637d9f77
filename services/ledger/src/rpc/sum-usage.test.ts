import { randomUUID } from 'node:crypto';
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  UsageFilter_Outcome as Outcome,
  SumUsageRequest,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { answerSumUsage } from './sum-usage.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:3': null });
  const of = { run: randomUUID(), path: ['user:3'] };
  const failed = makeClose({ ...of, seq: 2n, usageSource: UsageSource.NONE });
  await settle(database.knex, [makeClose({ ...of, seq: 1n, inputTokens: 10n }), failed]);
});
afterAll(() => database.drop());

test.each([
  ['all requests', Outcome.UNSPECIFIED, { amount: 10n, requestsPerMinute: 2n }],
  ['what was served', Outcome.SERVED, { amount: 10n, requestsPerMinute: 1n }],
  ['what failed', Outcome.FAILED, { amount: 0n, requestsPerMinute: 1n }],
])('the sum of %s is had', async (_, outcome, expected) => {
  const request = SumUsageRequest.fromPartial({ filter: { outcome } });
  expect(await answerSumUsage(database, request)).toMatchObject(expected);
});
