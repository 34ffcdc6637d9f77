import { randomUUID } from 'node:crypto';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../../testing/book.ts';
import { makeHoldClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { draw } from '../slices/draw.ts';
import { releaseHold } from './end-hold.ts';
import { findHolds } from './hold.ts';
import { takeHold } from './take-hold.ts';
import { countOpenHolds, forgetHolds } from './watch-holds.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

/** A purse of 100 units of a test's own, and a hold's id. */
async function begin(): Promise<{ id: string; purse: string; path: string[] }> {
  const [id, purse] = [randomUUID(), `user:${randomUUID()}`];
  await openPurses(database.knex, { [purse]: 100n });
  return { id, purse, path: [purse] };
}

const hold = (id: string, path: string[], amount: bigint, ref = 'task') =>
  takeHold(database.knex, { id, path, amount, ref });
const release = (id: string) => releaseHold(database.knex, id);
const state = (purse: string) => purseState(database.knex, purse);

test('a hold whose answer was lost is taken once', async () => {
  const { id, purse, path } = await begin();
  expect([await hold(id, path, 60n), await hold(id, path, 60n)]).toEqual([
    { kind: 'held' },
    { kind: 'held' },
  ]);
  expect(await state(purse)).toEqual({ granted: 100n, used: 0n, held: 60n });
});

test('the same id for something else is refused, and changes nothing', async () => {
  const { id, purse, path } = await begin();
  await hold(id, path, 60n);
  for (const other of [hold(id, path, 61n), hold(id, path, 60n, 'another task')])
    expect(await other).toEqual({ kind: 'other-content' });
  expect(await state(purse)).toMatchObject({ held: 60n });
});

test('a hold that nobody can make up for finds the purse empty, and is judged anew after a top-up', async () => {
  const { id, purse, path } = await begin();
  expect(await hold(id, path, 101n)).toEqual({ kind: 'empty', purses: [purse] });
  await openPurses(database.knex, { [purse]: 101n });
  expect(await hold(id, path, 101n)).toEqual({ kind: 'held' });
});

test('a hold that lacks what a run holds is short, and names it', async () => {
  const { id, purse, path } = await begin();
  const run = randomUUID();
  await draw(database.knex, { run, path, drawNo: 1n, need: 50n, want: 50n }, { toleranceMs: 900_000 });
  expect(await hold(id, path, 60n)).toEqual({ kind: 'short', purses: [purse], holders: [run] });
});

test('a hold that lacks what another hold has is short, and nobody is recalled', async () => {
  const { id, purse, path } = await begin();
  await hold(randomUUID(), path, 50n);
  expect(await hold(id, path, 60n)).toEqual({ kind: 'short', purses: [purse], holders: [] });
});

test('what a task holds is never drawn by a run', async () => {
  const { id, path } = await begin();
  await hold(id, path, 60n);
  const drawing = { run: randomUUID(), path, drawNo: 1n, need: 41n, want: 41n };
  expect(await draw(database.knex, drawing, { toleranceMs: 900_000 })).toMatchObject({ kind: 'empty' });
});

test('unknown purses are named, and nothing is held of the others', async () => {
  const { id, purse } = await begin();
  const answer = await hold(id, ['key:nobody', purse], 10n);
  expect(answer).toEqual({ kind: 'unknown-purses', purses: ['key:nobody'] });
  expect(await state(purse)).toMatchObject({ held: 0n });
});

test('a release gives all back, once, and the hold does not come again', async () => {
  const { id, purse, path } = await begin();
  await hold(id, path, 60n);
  expect([await release(id), await release(id)]).toEqual(['released', 'released']);
  expect(await state(purse)).toEqual({ granted: 100n, used: 0n, held: 0n });
  expect(await hold(id, path, 60n)).toEqual({ kind: 'released' });
});

test('money 26: a hold that arrives after its release is refused', async () => {
  const { id, purse, path } = await begin();
  expect(await release(id)).toBe('released');
  expect(await hold(id, path, 60n)).toEqual({ kind: 'released' });
  expect(await state(purse)).toMatchObject({ held: 0n });
});

test('money 26: a hold that races its release leaves nothing held', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { id, purse, path } = await begin();
    const [answer] = await Promise.all([hold(id, path, 60n), release(id), hold(id, path, 60n)]);
    expect(['held', 'released']).toContain(answer.kind);
    expect(await state(purse)).toMatchObject({ held: 0n });
  }
});

test('a close ends its hold and bills what it cost, once', async () => {
  const { id, purse, path } = await begin();
  await hold(id, path, 60n);
  const close = makeHoldClose({ holdId: id, path, inputTokens: 25n });
  const [first, again] = [await settle(database.knex, [close]), await settle(database.knex, [close])];
  expect(first).toMatchObject({
    entries: [{ amount: 25n, overrun: 0n, late: false }],
    parked: [],
    unbackedUnits: 0n,
  });
  expect(again).toMatchObject({ entries: [], parked: [] });
  expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
  expect(await findHolds(database.knex, [id])).toMatchObject([{ state: 'closed', closedBy: close.id }]);
});

test('a task that fails leaves every purse of its path as it was: what is free, what is held and what was used', async () => {
  const [user, key] = [await begin(), await begin()];
  const path = [...user.path, ...key.path].sort();
  await settle(database.knex, [await closeOfEarlierTask(path)]);
  const before = [await state(user.purse), await state(key.purse)];
  await hold(user.id, path, 60n);
  expect(await state(key.purse)).toMatchObject({ used: 10n, held: 60n });
  const failed = { consumed: 0n, usage: undefined, ending: Ending.UPSTREAM_FAILED };
  const posted = await settle(database.knex, [makeHoldClose({ holdId: user.id, path, ...failed })]);
  expect(posted).toMatchObject({ entries: [{ amount: 0n, overrun: 0n, late: false }], parked: [] });
  expect([await state(user.purse), await state(key.purse)]).toEqual(before);
});

/** Its 10 units make the counters stand somewhere. */
async function closeOfEarlierTask(path: string[]) {
  const { id } = await begin();
  await hold(id, path, 10n);
  return makeHoldClose({ holdId: id, path, inputTokens: 10n });
}

test('a task that succeeds takes what it cost from every purse of its path, once', async () => {
  const [user, key] = [await begin(), await begin()];
  const path = [...user.path, ...key.path].sort();
  await hold(user.id, path, 60n);
  const close = makeHoldClose({ holdId: user.id, path, inputTokens: 25n });
  for (let time = 0; time < 3; time += 1) await settle(database.knex, [close]);
  for (const { purse } of [user, key])
    expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
});

test('a close above its hold is an overrun of what was held', async () => {
  const { id, path } = await begin();
  await hold(id, path, 20n);
  const close = makeHoldClose({ holdId: id, path, inputTokens: 25n });
  expect((await settle(database.knex, [close])).entries).toMatchObject([{ amount: 25n, overrun: 5n }]);
});

test('money 27: a late success after the release is booked as late, and holds nothing', async () => {
  const { id, purse, path } = await begin();
  await hold(id, path, 60n);
  await release(id);
  const close = makeHoldClose({ holdId: id, path, inputTokens: 25n });
  expect(await settle(database.knex, [close])).toMatchObject({
    entries: [{ amount: 25n, late: true }],
    unbackedUnits: 25n,
  });
  expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
});

test('money 27: a release after the close finds it closed, and gives nothing back twice', async () => {
  const { id, purse, path } = await begin();
  await hold(id, path, 60n);
  await settle(database.knex, [makeHoldClose({ holdId: id, path, inputTokens: 25n })]);
  expect(await release(id)).toBe('closed');
  expect(await hold(id, path, 60n)).toEqual({ kind: 'closed' });
  expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
});

test('money 27: timeout and success at once end the hold once', async () => {
  for (let round = 0; round < 20; round += 1) {
    const { id, purse, path } = await begin();
    await hold(id, path, 60n);
    const close = makeHoldClose({ holdId: id, path, inputTokens: 25n });
    const [released, posted] = await Promise.all([release(id), settle(database.knex, [close])]);
    expect(posted.entries).toMatchObject([{ late: released === 'released' }]);
    expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
  }
});

test('a close of a hold that is not known is late, and the hold is refused from then on', async () => {
  const { id, purse, path } = await begin();
  const posted = await settle(database.knex, [makeHoldClose({ holdId: id, path, inputTokens: 25n })]);
  expect(posted.entries).toMatchObject([{ late: true }]);
  expect(await hold(id, path, 60n)).toEqual({ kind: 'closed' });
  expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
});

test('a second close of one hold is parked, in one batch and later', async () => {
  const { id, purse, path } = await begin();
  await hold(id, path, 60n);
  const [first, second, third] = [25n, 26n, 27n].map((inputTokens) =>
    makeHoldClose({ holdId: id, path, inputTokens }),
  );
  if (!first || !second || !third) throw new Error('three closes');
  const posted = await settle(database.knex, [first, second]);
  expect(posted.parked).toEqual([{ id: second.id, reason: 'hold_closed' }]);
  expect((await settle(database.knex, [third])).parked).toEqual([{ id: third.id, reason: 'hold_closed' }]);
  expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
});

test('a close on other purses than its hold, or the same id with another bill, is parked', async () => {
  const { id, purse, path } = await begin();
  const other = await begin();
  await hold(id, path, 60n);
  const stray = makeHoldClose({ holdId: id, path: other.path, inputTokens: 25n });
  expect((await settle(database.knex, [stray])).parked).toEqual([{ id: stray.id, reason: 'other_content' }]);
  const close = makeHoldClose({ holdId: id, path, inputTokens: 25n });
  await settle(database.knex, [close]);
  const changed = makeHoldClose({ id: close.id, holdId: id, path, inputTokens: 26n });
  expect((await settle(database.knex, [changed])).parked).toEqual([
    { id: close.id, reason: 'other_content' },
  ]);
  expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
});

test('a hold that is open for long is counted and stays; ended ones are forgotten in the end', async () => {
  const { id, path } = await begin();
  const { knex } = database;
  await hold(id, path, 60n);
  await rowsOf(knex, `update hold set made_at = now() - interval '31 days' where id = ?`, [id]);
  expect(await countOpenHolds(knex, 86_400_000)).toMatchObject({ overdue: 1 });
  expect(await forgetHolds(knex)).toBe(0);
  await release(id);
  expect(await countOpenHolds(knex, 86_400_000)).toMatchObject({ overdue: 0 });
  expect(await forgetHolds(knex)).toBe(0);
  await rowsOf(knex, `update hold set ended_at = now() - interval '31 days' where id = ?`, [id]);
  expect(await forgetHolds(knex)).toBe(1);
});

test('nothing that happened to holds contradicts a replay', async () => {
  expect(await findContradictions(database.knex)).toEqual([]);
});
