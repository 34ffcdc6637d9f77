import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refund } from '../book/refund.ts';
import { findContradictions, openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { findBalanceAt } from './find-balance-at.ts';

let database: LedgerDatabase;
const hourMs = 3_600_000;
const begin = Date.UTC(2026, 0, 1);
const run = randomUUID();
const path = ['key:b', 'user:b'];
const first = makeClose({ run, seq: 1n, path, inputTokens: 100n, consumed: 0n });

/** What happens in the n-th hour. */
const hours: (() => Promise<unknown>)[] = [
  () => openPurses(database.knex, { 'key:b': 1_000n }),
  () => openPurses(database.knex, { 'user:b': 5_000n }),
  () => settle(database.knex, [first]),
  () =>
    settle(database.knex, [
      makeClose({ run, seq: 2n, path, inputTokens: 30n, consumed: 0n }),
      makeClose({ run, seq: 3n, path: ['user:b'], inputTokens: 7n, consumed: 0n }),
    ]),
  () => refund(database.knex, { id: randomUUID(), requestId: first.id, units: 40n }),
  () => openPurses(database.knex, { 'key:b': 600n }),
];

beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  for (const [index, happen] of hours.entries()) {
    await happen();
    await setBack(begin + index * hourMs);
  }
});
afterAll(() => database.drop());

/** What was booked just now becomes the past. */
async function setBack(timeMs: number): Promise<void> {
  const time = new Date(timeMs).toISOString();
  const recent = `booked_at > now() - interval '10 minutes'`;
  for (const table of ['entry', 'entry_batch'])
    await rowsOf(database.knex, `update ${table} set booked_at = ? where ${recent}`, [time]);
}

const at = (purse: string, timeMs: number) => findBalanceAt(database.knex, purse, timeMs);

test.each([
  ['before everything', -1, { granted: 0n, used: 0n }],
  ['at its grant', 0, { granted: 1_000n, used: 0n }],
  ['while others were granted', 1.5 * hourMs, { granted: 1_000n, used: 0n }],
  ['to the millisecond before a close', 2 * hourMs - 1, { granted: 1_000n, used: 0n }],
  ['at a close', 2 * hourMs, { granted: 1_000n, used: 100n }],
  ['after two', 3.5 * hourMs, { granted: 1_000n, used: 130n }],
  ['after a refund', 4 * hourMs, { granted: 1_000n, used: 90n }],
  ['after a lowered grant', 5 * hourMs, { granted: 600n, used: 90n }],
  ['in the future', 1_000_000 * hourMs, { granted: 600n, used: 90n }],
])('a balance is known %s', async (_, sinceBegin, balance) => {
  expect(await at('key:b', begin + sinceBegin)).toEqual(balance);
});

test('what was booked before there were batches counts as well', async () => {
  await database.knex.transaction(
    async (transaction) => {
      await rowsOf(transaction, 'update entry set batch_no = null where batch_no <= 4', []);
      const then = await findBalanceAt(transaction, 'user:b', begin + 2.5 * hourMs);
      expect(then).toEqual({ granted: 5_000n, used: 100n });
      await transaction.rollback();
    },
    { doNotRejectOnRollback: true },
  );
});

test('a purse that is not known has no balance', async () => {
  expect(await at('user:nobody', begin)).toBeUndefined();
});

test('the last balance is what the purse says, and the books agree on it but for the times that were set back', async () => {
  const contradictions = await findContradictions(database.knex);
  expect(contradictions.filter((line) => !line.startsWith('chains: '))).toEqual([]);
});

test('years of entries are summed up for longer than other statements may take', async () => {
  await database.knex.transaction(async (transaction) => {
    await findBalanceAt(transaction, 'user:b', begin);
    expect(await rowsOf(transaction, 'show statement_timeout', [])).toEqual([{ statement_timeout: '1min' }]);
  });
  expect(await rowsOf(database.knex, 'show statement_timeout', [])).not.toEqual([
    { statement_timeout: '1min' },
  ]);
});
