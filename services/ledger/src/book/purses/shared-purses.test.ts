import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPriceBooks } from '../../pricing/price-books.ts';
import { findContradictions, openPurses, settle } from '../../testing/book.ts';
import { makeClose, makeHoldClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { releaseHold } from '../holds/end-hold.ts';
import { takeHold } from '../holds/take-hold.ts';
import { finishRun } from '../runs/finish-run.ts';
import { noteHeartbeat } from '../runs/heartbeat.ts';
import { draw } from '../slices/draw.ts';
import { returnUnits } from '../slices/return-units.ts';

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

/** Media tasks on one path: each is held, asked for again, released and billed, all at once. */
async function work(knex: Knex, path: string[]): Promise<void> {
  const books = createPriceBooks();
  const sorted = [...path].sort();
  for (let round = 0; round < 8; round += 1) {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const hold = (id: string) => takeHold(knex, { id, path: sorted, amount: 10n, ref: '' });
    const held = await Promise.all(ids.map(hold));
    const closes = ids
      .filter((_, index) => held[index]?.kind === 'held')
      .map((holdId) => makeHoldClose({ holdId, path: sorted, inputTokens: 3n, consumed: 3n }));
    await Promise.all([settle(knex, closes, books), ...ids.slice(1).map((id) => releaseHold(knex, id))]);
    await Promise.all(ids.map((id) => releaseHold(knex, id)));
  }
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
  const tasks = paths.map((path, index) => work(replicas[index % replicas.length] ?? database.knex, path));
  await Promise.all([...lives, ...tasks]);

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
