/** Months of the usage log are dropped and made while closes are booked; entries stay for ever. */
import { randomUUID } from 'node:crypto';
import { ListUsageRequest } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { refund } from '../book/refund.ts';
import { draw } from '../book/slices/draw.ts';
import { postgresCode } from '../postgres/transaction.ts';
import type { RpcContext } from '../rpc/context.ts';
import { answerListUsage } from '../rpc/list-usage.ts';
import { addStatistics } from '../statistics/add-statistics.ts';
import { findContradictions, openPurses, purseState, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { dropOldUsage, dropUsageBefore } from './drop-old-usage.ts';
import { firstIdAt } from './months.ts';
import { countStray, makePartitions } from './partitions.ts';

const path = ['user:kept'];
const month = (number: number): number => Date.UTC(2031, number - 1, 15);

let database: LedgerDatabase;
beforeEach(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:kept': 1_000_000n });
});
afterEach(() => database.drop());

const idAt = (timeMs: number): string =>
  `${firstIdAt(timeMs).slice(0, 13)}-7000-8000-${randomUUID().slice(-12)}`;

/** One run with a close in each of these months. */
async function closeIn(months: readonly number[]): Promise<string[]> {
  const run = randomUUID();
  await draw(database.knex, { run, path, drawNo: 1n, need: 1_000n, want: 0n }, { toleranceMs: 900_000 });
  const closes = months.map((number, index) =>
    makeClose({ id: idAt(month(number)), run, seq: BigInt(index + 1), path, inputTokens: 10n }),
  );
  await settle(database.knex, closes);
  return closes.map(({ id }) => id);
}

async function idsIn(table: string, ids: readonly string[]): Promise<number[]> {
  const rows = await rowsOf<{ id: string }>(
    database.knex,
    `select id from ${table} where id = any (?::uuid[])`,
    [ids],
  );
  const found = new Set(rows.map(({ id }) => id));
  return ids.flatMap((id, index) => (found.has(id) ? [index] : []));
}

async function makeMonths(numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await makePartitions(database.knex, month(number));
}

test('what is older than it is kept goes, month by month, and entries stay', async () => {
  const { knex } = database;
  await makeMonths([2, 5]);
  const ids = await closeIn([1, 2, 3, 4]);
  // On 5 April, 30 days reach back to 6 March: January and February have ended before.
  expect(await dropOldUsage(knex, Date.UTC(2031, 3, 5), 30)).toEqual([
    ...(await droppedBefore2031()),
    'usage_2031_01',
    'usage_2031_02',
  ]);
  expect(await idsIn('usage', ids)).toEqual([2, 3]);
  expect(await idsIn('entry', ids)).toEqual([0, 1, 2, 3]);
  expect(await dropOldUsage(knex, Date.UTC(2031, 3, 5), 30)).toEqual([]);
});

/** The months in which the test runs have partitions too. */
async function droppedBefore2031(): Promise<string[]> {
  const now = new Date();
  return [-1, 0, 1, 2].map((offset) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset))
      .toISOString()
      .slice(0, 7)
      .replace(/(\d+)-(\d+)/, 'usage_$1_$2'),
  );
}

test('books whose old usage is gone still agree', async () => {
  await makeMonths([2, 5]);
  await closeIn([1, 2, 3, 4]);
  await dropOldUsage(database.knex, Date.UTC(2031, 3, 5), 30);
  expect(await findContradictions(database.knex)).toEqual([]);
});

test('what is dropped is counted, and the statistics keep it', async () => {
  const { knex } = database;
  await makeMonths([2, 5]);
  await closeIn([1, 2, 2, 3]);
  const statistics = () => rowsOf(knex, 'select * from statistic order by 1, 2, 3, 4, 5, 6, 7', []);
  await addStatistics(knex);
  const before = await statistics();
  expect((await dropUsageBefore(knex, Date.UTC(2031, 2, 1))).requests).toBe(3n);
  expect(await statistics()).toEqual(before);
});

test('a month that the statistics do not have whole stays', async () => {
  const { knex } = database;
  await makeMonths([2]);
  const ids = await closeIn([1, 2]);
  // Another replica adds to the statistics, and has not come to the end of it.
  const adding = await database.connect().transaction();
  await rowsOf(adding, 'select from statistic_position for update', []);
  const { names } = await dropUsageBefore(knex, Date.UTC(2031, 2, 1)).finally(() => adding.rollback());
  expect(names).toEqual(await droppedBefore2031());
  expect(await idsIn('usage', ids)).toEqual([0, 1]);
  expect((await dropUsageBefore(knex, Date.UTC(2031, 2, 1))).requests).toBe(2n);
});

test('what went before a month that somebody reads is told, and who asks again has the rest', async () => {
  const { knex } = database;
  await makeMonths([2]);
  await closeIn([1, 2, 2]);
  const reader = await database.connect().transaction();
  await rowsOf(reader, 'select count(*) from usage_2031_02', []);
  const drop = () => dropUsageBefore(knex, Date.UTC(2031, 2, 1));
  expect(await drop().finally(() => reader.rollback())).toEqual({
    names: [...(await droppedBefore2031()), 'usage_2031_01'],
    requests: 1n,
  });
  expect((await drop()).requests).toBe(2n);
});

test('a month that was dropped is not made again, and what comes late for it does not stay', async () => {
  const { knex } = database;
  await makeMonths([2]);
  await dropOldUsage(knex, Date.UTC(2031, 2, 1), 1);
  expect(await makePartitions(knex, Date.UTC(2031, 1, 28))).toEqual([]);
  const ids = await closeIn([1]);
  expect(await countStray(knex, 'usage')).toBe(1);
  // The next month goes, and what strayed before it goes with it.
  await dropOldUsage(knex, Date.UTC(2031, 3, 1), 0);
  expect(await countStray(knex, 'usage')).toBe(0);
  expect(await idsIn('entry', ids)).toEqual([0]);
  expect(await findContradictions(knex)).toEqual([]);
});

test('what comes late for a month that was dropped contradicts no statistics', async () => {
  const { knex } = database;
  await makeMonths([2]);
  await closeIn([1, 1, 2]);
  await dropUsageBefore(knex, Date.UTC(2031, 1, 1));
  const [late] = await closeIn([1]);
  await addStatistics(knex);
  await refund(knex, { id: randomUUID(), requestId: late ?? '', units: 4n });
  expect(await findContradictions(knex)).toEqual([]);
  const sums = await rowsOf(
    knex,
    `select requests, refunded from statistic where span = 'day' and user_id = 0 order by bucket`,
    [],
  );
  expect(sums).toEqual([
    { requests: 3n, refunded: 4n },
    { requests: 1n, refunded: 0n },
  ]);
});

test('a page counts what it lists, also where something came late for a month that was dropped', async () => {
  const { knex } = database;
  await makeMonths([2]);
  const [, , kept] = await closeIn([1, 1, 2]);
  await dropUsageBefore(knex, Date.UTC(2031, 1, 1));
  await closeIn([1]);
  await addStatistics(knex);
  const request = ListUsageRequest.fromPartial({ limit: 10 });
  const { records, total } = await answerListUsage({ knex } as RpcContext, request);
  expect(records.map(({ id }) => id)).toEqual([kept]);
  expect(total).toBe(1n);
  await dropUsageBefore(knex, Date.UTC(2031, 2, 1));
  expect(await answerListUsage({ knex } as RpcContext, request)).toMatchObject({ records: [], total: 0n });
});

test('who reads everything makes partitions wait a little, and then give up, not those who book', async () => {
  const { knex } = database;
  const reader = await database.connect().transaction();
  await rowsOf(reader, 'select count(*) from entry join usage using (id)', []);
  const failed = await makePartitions(knex, month(6)).catch(postgresCode);
  expect(failed).toBe('55P03');
  await closeIn([6]);
  expect(await purseState(knex, 'user:kept')).toMatchObject({ used: 10n });
  await reader.rollback();
  expect(await makePartitions(knex, month(6))).toContain('entry_2031_06');
  expect([await countStray(knex, 'entry'), await countStray(knex, 'usage')]).toEqual([0, 0]);
});

test('closes are booked while months are made and dropped', async () => {
  const { knex } = database;
  await makeMonths([2, 5]);
  let isOver = false;
  const booking = (async () => {
    let booked = 0;
    while (!isOver || booked < 20) booked += (await closeIn([3, 4])).length;
    return booked;
  })();
  for (const number of [8, 12, 16]) await makePartitions(database.connect(), month(number));
  await dropOldUsage(database.connect(), Date.UTC(2031, 3, 5), 30);
  isOver = true;
  const booked = await booking;
  expect(await purseState(knex, 'user:kept')).toMatchObject({ used: 10n * BigInt(booked) });
  expect(await findContradictions(knex)).toEqual([]);
});
