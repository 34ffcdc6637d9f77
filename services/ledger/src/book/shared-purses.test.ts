import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPriceBooks } from '../pricing/price-books.ts';
import { findContradictions, openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../testing/ledger-database.ts';
import { draw } from './draw.ts';
import { finishRun } from './finish-run.ts';
import { noteHeartbeat } from './heartbeat.ts';
import { returnUnits } from './return-units.ts';
import { rowsOf } from './rows.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

const purses = ['key:a', 'key:b', 'key:c', 'key:a:model:x', 'key:b:model:x', 'user:1', 'user:2'];

/** Paths that overlap in every way, some written in another order than ids sort. */
const paths = [
  ['key:a', 'key:a:model:x', 'user:1'],
  ['key:b', 'key:b:model:x', 'user:1'],
  ['key:c', 'user:2'],
  ['key:a', 'user:1'],
  ['user:1', 'key:b'],
  ['user:2', 'user:1', 'key:c'],
];

/** One run's life on one path: draws, closes and returns, all at once. */
async function live(knex: Knex, run: string, path: string[], booked: () => void): Promise<void> {
  const books = createPriceBooks();
  let seq = 0n;
  for (let drawNo = 1n; drawNo <= 8n; drawNo += 1n) {
    const drawn = await draw(knex, { run, path, drawNo, need: 20n, want: 60n }, { toleranceMs: 900_000 });
    if (drawn.kind !== 'granted') continue;
    const closes = [5n, 7n].map((inputTokens) => {
      seq += 1n;
      return makeClose({ run, seq, path: [...path].sort(), inputTokens });
    });
    await Promise.all([
      settle(knex, closes, books),
      returnUnits(knex, run, [{ path, returnedTotal: drawNo }]),
      noteHeartbeat(knex, run, 1n),
      draw(knex, { run, path, drawNo, need: 20n, want: 60n }, { toleranceMs: 900_000 }),
    ]);
    for (const _ of closes) booked();
  }
  // The end of a run races its last draws: what they get in time is released with the rest.
  const late = [9n, 10n, 11n].map((drawNo) =>
    draw(knex, { run, path, drawNo, need: 1n, want: 1n }, { toleranceMs: 900_000 }),
  );
  await Promise.all([finishRun(knex, run, seq), ...late]);
}

test('money 15: draws, returns, closes and ends on shared purses neither deadlock nor overspend', async () => {
  await openPurses(database.knex, Object.fromEntries(purses.map((purse) => [purse, 2_000n])));
  const replicas = [database.knex, database.connect()];
  let booked = 0;
  const lives = Array.from({ length: 36 }, (_, index) => {
    const path = paths[index % paths.length] ?? [];
    const knex = replicas[index % replicas.length] ?? database.knex;
    return live(knex, randomUUID(), path, () => {
      booked += 1;
    });
  });
  await Promise.all(lives);

  expect(booked).toBeGreaterThan(100);
  expect(await findContradictions(database.knex)).toEqual([]);
  const held = await rowsOf(database.knex, 'select id, held from purse where held <> 0', []);
  expect(held, 'all runs are finished, so nothing is held').toEqual([]);
  await rowsOf(database.knex, 'select pg_stat_force_next_flush()', []);
  const [row] = await rowsOf<{ deadlocks: bigint }>(
    database.knex,
    'select deadlocks from pg_stat_database where datname = current_database()',
    [],
  );
  expect(row?.deadlocks, 'locks are taken in one order, so not even a retried deadlock happens').toBe(0n);
}, 60_000);
