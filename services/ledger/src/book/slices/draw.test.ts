import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState } from '../../testing/book.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../../testing/ledger-database.ts';
import { openPurse } from '../purses/open-purse.ts';
import { finishRun } from '../runs/finish-run.ts';
import { type Draw, draw } from './draw.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
});
afterAll(() => database.drop());

const ask = (asked: Partial<Draw> & Pick<Draw, 'run' | 'path'>, knex = database.knex) =>
  draw(knex, { drawNo: 1n, need: 0n, want: 0n, ...asked }, { toleranceMs: 900_000 });

/** Runs of earlier tests must not count as live. */
async function forgetLiveRuns(): Promise<void> {
  await rowsOf(database.knex, `update run set seen_at = now() - interval '1 day'`, []);
}

test('a draw whose answer was lost gets the same total again, and holds it once', async () => {
  await openPurses(database.knex, { 'user:lost': 1_000n });
  const run = randomUUID();
  const first = await ask({ run, path: ['user:lost'], need: 100n, want: 100n });
  const again = await ask({ run, path: ['user:lost'], need: 100n, want: 100n });
  expect(first).toEqual({ kind: 'granted', grantedTotal: 100n });
  expect(again).toEqual(first);
  expect(await purseState(database.knex, 'user:lost')).toEqual({ granted: 1_000n, used: 0n, held: 100n });
});

test('the next draw adds to the total, and an older one gets what the slice has', async () => {
  await openPurses(database.knex, { 'user:next': 1_000n });
  const run = randomUUID();
  await ask({ run, path: ['user:next'], drawNo: 1n, need: 100n });
  expect(await ask({ run, path: ['user:next'], drawNo: 3n, need: 50n })).toMatchObject({
    grantedTotal: 150n,
  });
  expect(await ask({ run, path: ['user:next'], drawNo: 2n, need: 500n })).toMatchObject({
    grantedTotal: 150n,
  });
  expect(await purseState(database.knex, 'user:next')).toMatchObject({ held: 150n });
});

test('a refusal is not remembered: after a top-up the same draw_no is granted', async () => {
  await openPurses(database.knex, { 'user:poor': 10n });
  const run = randomUUID();
  expect(await ask({ run, path: ['user:poor'], need: 11n })).toMatchObject({ kind: 'empty' });
  await openPurses(database.knex, { 'user:poor': 11n });
  expect(await ask({ run, path: ['user:poor'], need: 11n })).toEqual({ kind: 'granted', grantedTotal: 11n });
});

test('all that is free can be drawn, and not one unit more', async () => {
  await openPurses(database.knex, { 'user:edge': 100n });
  const run = randomUUID();
  expect(await ask({ run, path: ['user:edge'], need: 101n })).toMatchObject({ kind: 'empty' });
  expect(await ask({ run, path: ['user:edge'], need: 100n })).toMatchObject({ grantedTotal: 100n });
  expect(await ask({ run, path: ['user:edge'], drawNo: 2n, need: 1n })).toMatchObject({ kind: 'empty' });
});

test('what is wanted beyond the need is half of an even share at most', async () => {
  await forgetLiveRuns();
  await openPurses(database.knex, { 'user:share': 1_000n });
  const [one, two] = [randomUUID(), randomUUID()];
  // One live run: 1,000 / (2 x 1).
  expect(await ask({ run: one, path: ['user:share'], need: 10n, want: 900n })).toMatchObject({
    grantedTotal: 500n,
  });
  // Two live runs: 500 / (2 x 2).
  expect(await ask({ run: two, path: ['user:share'], need: 10n, want: 900n })).toMatchObject({
    grantedTotal: 125n,
  });
  // Scarce: 375 / 4 = 93 is less than the need, and so the need is all there is.
  expect(await ask({ run: two, path: ['user:share'], drawNo: 2n, need: 200n, want: 900n })).toMatchObject({
    grantedTotal: 325n,
  });
  expect(await ask({ run: two, path: ['user:share'], drawNo: 3n, need: 5n, want: 20n })).toMatchObject({
    grantedTotal: 345n,
  });
});

test('only limited purses count, and every purse of the path holds', async () => {
  await openPurses(database.knex, { 'user:free': null, 'key:tight': 50n, 'key:alone': null });
  const run = randomUUID();
  expect(await ask({ run, path: ['key:tight', 'user:free'], need: 51n })).toMatchObject({ kind: 'empty' });
  expect(await ask({ run, path: ['key:tight', 'user:free'], need: 50n })).toMatchObject({
    grantedTotal: 50n,
  });
  expect(await purseState(database.knex, 'user:free')).toMatchObject({ granted: 0n, held: 50n });
  expect(await ask({ run, path: ['key:alone', 'user:free'], need: 5n, want: 7_000n })).toMatchObject({
    grantedTotal: 7_000n,
  });
});

test('units that another run holds make a refusal short, and name that run', async () => {
  await openPurses(database.knex, { 'user:both': 100n, 'key:b1': null, 'key:b2': null });
  const [holder, asker] = [randomUUID(), randomUUID()];
  await ask({ run: holder, path: ['key:b1', 'user:both'], need: 80n });
  const answer = await ask({ run: asker, path: ['key:b2', 'user:both'], need: 30n });
  expect(answer).toEqual({ kind: 'short', purses: ['user:both'], holders: [holder] });
});

test('a run is asked to return what its own other paths hold', async () => {
  await openPurses(database.knex, { 'user:self': 100n, 'key:s1': null, 'key:s2': null });
  const run = randomUUID();
  await ask({ run, path: ['key:s1', 'user:self'], need: 80n });
  expect(await ask({ run, path: ['key:s2', 'user:self'], need: 30n })).toMatchObject({
    kind: 'short',
    holders: [run],
  });
  // Nobody else can return what the asking slice itself holds.
  expect(await ask({ run, path: ['key:s1', 'user:self'], drawNo: 2n, need: 30n })).toMatchObject({
    kind: 'empty',
  });
});

test('what others hold does not matter when all of it would not be enough', async () => {
  await openPurses(database.knex, { 'user:never': 100n, 'key:n1': null });
  await ask({ run: randomUUID(), path: ['key:n1', 'user:never'], need: 80n });
  expect(await ask({ run: randomUUID(), path: ['user:never'], need: 101n })).toMatchObject({ kind: 'empty' });
  await rowsOf(database.knex, `update purse set granted = 150, used = 50 where id = 'user:never'`, []);
  expect(await ask({ run: randomUUID(), path: ['user:never'], need: 101n })).toMatchObject({ kind: 'empty' });
  expect(await ask({ run: randomUUID(), path: ['user:never'], need: 100n })).toMatchObject({ kind: 'short' });
  await rowsOf(database.knex, `update purse set granted = 100, used = 0 where id = 'user:never'`, []);
});

test('a lowered grant blocks draws until it is raised again', async () => {
  await openPurses(database.knex, { 'user:low': 100n });
  const run = randomUUID();
  await ask({ run, path: ['user:low'], need: 60n });
  const lowered = await openPurse(database.knex, {
    id: 'user:low',
    unlimited: false,
    source: 'test',
    total: 40n,
  });
  expect(lowered).toMatchObject({ adjusted: -60n, purse: { granted: 40n, held: 60n } });
  expect(await ask({ run, path: ['user:low'], drawNo: 2n, need: 1n })).toMatchObject({ kind: 'empty' });
  await openPurses(database.knex, { 'user:low': 61n });
  expect(await ask({ run, path: ['user:low'], drawNo: 2n, need: 1n })).toMatchObject({ grantedTotal: 61n });
});

test('a draw on unknown purses says which, and holds nothing of the others', async () => {
  await openPurses(database.knex, { 'user:known': 100n });
  const answer = await ask({ run: randomUUID(), path: ['key:unknown', 'user:known'], need: 1n });
  expect(answer).toEqual({ kind: 'unknown-purses', purses: ['key:unknown'] });
  expect(await purseState(database.knex, 'user:known')).toMatchObject({ held: 0n });
});

test('a finished run draws nothing more, even while its last closes are missing', async () => {
  await openPurses(database.knex, { 'user:done': 100n });
  const run = randomUUID();
  await ask({ run, path: ['user:done'], need: 10n });
  await finishRun(database.knex, run, 5n);
  expect(await ask({ run, path: ['user:done'], drawNo: 2n, need: 1n })).toEqual({ kind: 'run-finished' });
});

test('nothing that was drawn contradicts a replay', async () => {
  const contradictions = await findContradictions(database.knex);
  expect(contradictions).toEqual([]);
});
