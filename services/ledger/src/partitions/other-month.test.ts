/**
 * Test 13 of the money protocol: entries are cut into months by their id, so a second delivery meets the first wherever
 * and whenever it comes. The ids of all tests lie at the edges of months.
 */
import { randomUUID } from 'node:crypto';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCursor } from '../book/cursor.ts';
import { draw } from '../book/slices/draw.ts';
import { settleBatch } from '../consume/settle-batch.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { passBy } from '../stage.ts';
import { findContradictions, openPurses, purseState, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { firstIdAt } from './months.ts';
import { makePartitions } from './partitions.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

/** The last possible id before a moment and the first one from it on. */
function idsAround(timeMs: number): [string, string] {
  const [last, first] = [firstIdAt(timeMs - 1), firstIdAt(timeMs)].map((id) => id.slice(0, 13));
  return [`${last}-7fff-bfff-ffffffffffff`, `${first}-7000-8000-000000000000`];
}

async function closesAround(timeMs: number): Promise<{ closes: Close[]; purse: string }> {
  const purse = `user:${randomUUID()}`;
  const [run, path] = [randomUUID(), [purse]];
  await openPurses(database.knex, { [purse]: 1_000n });
  await draw(database.knex, { run, path, drawNo: 1n, need: 1_000n, want: 0n }, { toleranceMs: 900_000 });
  const closes = idsAround(timeMs).map((id, index) =>
    makeClose({ id, run, seq: BigInt(index + 1), path, inputTokens: 10n }),
  );
  return { closes, purse };
}

const tablesOf = async (closes: readonly Close[]): Promise<string[]> => {
  const rows = await rowsOf<{ name: string }>(
    database.knex,
    'select tableoid::regclass::text as name from entry where id = any (?::uuid[]) order by id',
    [closes.map(({ id }) => id)],
  );
  return rows.map(({ name }) => name);
};

async function expectBookedOnce(purse: string): Promise<void> {
  expect(await purseState(database.knex, purse)).toEqual({ granted: 1_000n, used: 20n, held: 980n });
  expect(await findContradictions(database.knex)).toEqual([]);
}

test('money 13: what was booked in one month is known in the next', async () => {
  await makePartitions(database.knex, Date.UTC(2031, 0, 31));
  const { closes, purse } = await closesAround(Date.UTC(2031, 1, 1));
  expect((await settle(database.knex, closes)).entries).toHaveLength(2);
  expect(await tablesOf(closes)).toEqual(['entry_2031_01', 'entry_2031_02']);
  await makePartitions(database.knex, Date.UTC(2031, 3, 1));
  // It is April: the stream, a journal or an old backup brings both again, alone and together.
  for (const again of [closes, [...closes].reverse(), ...closes.map((close) => [close])]) {
    expect(await settle(database.knex, again)).toMatchObject({ entries: [], parked: [], unbackedUnits: 0n });
  }
  await expectBookedOnce(purse);
});

test('money 13: what was booked before its month had a partition is known in it', async () => {
  const { closes, purse } = await closesAround(Date.UTC(2035, 5, 1));
  await settle(database.knex, closes);
  expect(await tablesOf(closes)).toEqual(['entry_default', 'entry_default']);
  await makePartitions(database.knex, Date.UTC(2035, 5, 1));
  expect(await tablesOf(closes)).toEqual(['entry_2035_05', 'entry_2035_06']);
  expect(await settle(database.knex, closes)).toMatchObject({ entries: [], parked: [] });
  await expectBookedOnce(purse);
});

test('money 13: a close that is booked while the partition of its month is made is booked once', async () => {
  const timeMs = Date.UTC(2040, 2, 1);
  const { closes, purse } = await closesAround(timeMs);
  const deliver = async (stream: string): Promise<void> => {
    const cursor = { stream, streamCreated: 'today', lastSeq: 0n, lastMessageId: '' };
    await makeCursor(database.knex, cursor);
    const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
    const to = { ...cursor, lastSeq: 1n, lastMessageId: 'one' };
    expect(await settleBatch(context, { closes, parked: [] }, cursor, to)).toMatchObject({ parked: [] });
  };
  await Promise.all([
    ...Array.from({ length: 8 }, (_, index) => deliver(`stream ${index}`)),
    makePartitions(database.connect(), timeMs),
  ]);
  expect(await tablesOf(closes)).toEqual(['entry_2040_02', 'entry_2040_03']);
  await expectBookedOnce(purse);
});
