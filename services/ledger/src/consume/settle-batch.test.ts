import { randomBytes, randomUUID } from 'node:crypto';
import type { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setBudgets } from '../book/budgets/set-budgets.ts';
import { type Cursor, makeCursor, readCursor } from '../book/cursor.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { passBy } from '../stage.ts';
import { openPurses, purseState, settle } from '../testing/book.ts';
import { makeClose, makeHoldClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { settleBatch } from './settle-batch.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
  await openPurses(database.knex, { 'user:s': null });
});
afterAll(() => database.drop());

async function cursorOf(stream: string): Promise<Cursor> {
  const cursor = { stream, streamCreated: 'today', lastSeq: 4n, lastMessageId: 'four' };
  await makeCursor(database.knex, cursor);
  return cursor;
}

const after = (cursor: Cursor): Cursor => ({
  ...cursor,
  lastSeq: cursor.lastSeq + 1n,
  lastMessageId: 'next',
});
const batchOf = (inputTokens: bigint) => ({
  closes: [makeClose({ run: randomUUID(), seq: 1n, path: ['user:s'], inputTokens })],
  parked: [],
});

test('the cursor moves with what was booked', async () => {
  const cursor = await cursorOf('moves');
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  const posted = await settleBatch(context, batchOf(10n), cursor, after(cursor));
  expect(posted).toMatchObject({ entries: [{ amount: 10n }] });
  expect(await readCursor(database.knex, 'moves')).toEqual(after(cursor));
});

test('whoever finds the cursor elsewhere books nothing', async () => {
  const cursor = await cursorOf('elsewhere');
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  const before = await purseState(database.knex, 'user:s');
  for (const wrong of [
    { ...cursor, lastSeq: 3n },
    { ...cursor, lastSeq: 5n },
    { ...cursor, streamCreated: 'yesterday' },
    { ...cursor, stream: 'none' },
  ]) {
    expect(await settleBatch(context, batchOf(10n), wrong, after(wrong))).toBe('outrun');
  }
  expect(await purseState(database.knex, 'user:s')).toEqual(before);
  expect(await readCursor(database.knex, 'elsewhere')).toEqual(cursor);
});

test('the close of a request that drew nothing opens the window that it names', async () => {
  const cursor = await cursorOf('windows');
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  await setBudgets(database.knex, 'user:5', [{ period: 'day', timeZone: 'UTC', units: 100n }], Date.now());
  const path = ['budget:user:5:2026-11-21', 'user:s'];
  const close = makeClose({ run: randomUUID(), seq: 1n, path, inputTokens: 3n });
  const posted = await settleBatch(context, { closes: [close], parked: [] }, cursor, after(cursor));
  expect(posted).toMatchObject({ entries: [{ amount: 3n }], parked: [] });
  expect(await purseState(database.knex, path[0] ?? '')).toEqual({ granted: 100n, used: 3n, held: 0n });
});

test('the close of a free request is booked although the budget that it names was removed under way', async () => {
  const cursor = await cursorOf('removed');
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  await openPurses(database.knex, { 'user:6': null });
  const [window, stray] = ['budget:user:6:2026-11-21', 'budget:user:404:2026-11-21'];
  const run = randomUUID();
  const closes = [window, stray].map((purse, index) =>
    makeClose({ run, seq: BigInt(index + 1), path: [purse, 'user:6'] }),
  );
  const posted = await settleBatch(context, { closes, parked: [] }, cursor, after(cursor));
  expect(posted).toMatchObject({
    entries: [{ id: closes[0]?.id, amount: 0n }],
    parked: [{ id: closes[1]?.id, reason: 'unknown_purse' }],
  });
  const budget = { period: 'day', timeZone: 'UTC', units: 100n } as const;
  await setBudgets(database.knex, 'user:6', [budget], Date.UTC(2026, 10, 21, 12));
  expect(await purseState(database.knex, window)).toEqual({ granted: 100n, used: 0n, held: 0n });
});

test('closes that were booked before change nothing, and what is new beside them is booked', async () => {
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  const run = randomUUID();
  const [known, other, fresh] = [1n, 2n, 3n].map((seq) =>
    makeClose({ run, seq, path: ['user:s'], inputTokens: seq }),
  ) as [Close, Close, Close];
  const cursor = await cursorOf('again');
  const next = after(cursor);
  await settleBatch(context, { closes: [known, other], parked: [] }, cursor, next);
  const { used } = await purseState(database.knex, 'user:s');
  const again = [known, { ...other, consumed: 77n }, fresh];
  const posted = await settleBatch(context, { closes: again, parked: [] }, next, after(next));
  expect(posted).toMatchObject({
    entries: [{ id: fresh.id, amount: 3n }],
    parked: [{ id: other.id, reason: 'other_content' }],
  });
  expect(await purseState(database.knex, 'user:s')).toMatchObject({ used: used + 3n });
  expect(await readCursor(database.knex, 'again')).toEqual(after(next));
});

test('of two that book from the same place only one does', async () => {
  const cursor = await cursorOf('race');
  const results = await Promise.all(
    [database.knex, database.connect(), database.connect()].map((knex) =>
      settleBatch({ knex, books: createPriceBooks(), reach: passBy }, batchOf(1n), cursor, after(cursor)),
    ),
  );
  expect(results.filter((result) => result === 'outrun')).toHaveLength(2);
});

test('a close that the database refuses is parked, and its batch is booked', async () => {
  const cursor = await cursorOf('refused');
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  const run = randomUUID();
  // Alone each amount fits, but the purse cannot hold their sum.
  const huge = 2n ** 62n;
  const closes = [1n, huge, 2n, huge, 3n, 4n].map((inputTokens, index) =>
    makeClose({ run, seq: BigInt(index + 1), path: ['user:s'], inputTokens }),
  );
  const posted = await settleBatch(context, { closes, parked: [] }, cursor, after(cursor));
  expect(posted).toMatchObject({ parked: [{ id: closes[3]?.id, reason: 'refused_by_database' }] });
  expect(posted !== 'outrun' && posted.entries).toHaveLength(5);
  expect(await rowsOf(database.knex, 'select applied_seq from run where id = ?', [run])).toEqual([
    { applied_seq: 6n },
  ]);
});

test('a close that the database refuses is parked beside ends of tasks, which are booked', async () => {
  const cursor = await cursorOf('refused-task');
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  await openPurses(database.knex, { 'user:huge': null });
  const huge = 2n ** 62n;
  const closes = [1n, huge, huge, 2n].map((inputTokens) =>
    makeHoldClose({ holdId: randomUUID(), path: ['user:huge'], inputTokens }),
  );
  const posted = await settleBatch(context, { closes, parked: [] }, cursor, after(cursor));
  expect(posted).toMatchObject({ parked: [{ id: closes[2]?.id, reason: 'refused_by_database' }] });
  expect(posted !== 'outrun' && posted.entries).toHaveLength(3);
});

test('a close that the database refuses is parked, also by a connection that has booked nothing yet', async () => {
  const cursor = await cursorOf('refused-at-first');
  const books = createPriceBooks();
  await openPurses(database.knex, { 'user:full': null });
  const [first, refused] = [1n, 2n].map((seq) =>
    makeClose({ run: randomUUID(), seq, path: ['user:full'], inputTokens: 2n ** 62n }),
  ) as [Close, Close];
  await settle(database.knex, [first], books);
  const context = { knex: database.connect(), books, reach: passBy };
  const posted = await settleBatch(context, { closes: [refused], parked: [] }, cursor, after(cursor));
  expect(posted).toMatchObject({ parked: [{ id: refused.id, reason: 'refused_by_database' }] });
});

test('a close with a text that an index refuses is parked, and its batch is booked', async () => {
  const cursor = await cursorOf('too-long');
  const context = { knex: database.knex, books: createPriceBooks(), reach: passBy };
  const run = randomUUID();
  const closes = ['', randomBytes(4_000).toString('hex'), ''].map((ref, index) =>
    makeClose({ run, seq: BigInt(index + 1), path: ['user:s'], inputTokens: 1n, ref }),
  );
  const posted = await settleBatch(context, { closes, parked: [] }, cursor, after(cursor));
  expect(posted).toMatchObject({
    entries: [{ id: closes[0]?.id }, { id: closes[2]?.id }],
    parked: [{ id: closes[1]?.id, reason: 'refused_by_database' }],
  });
});
