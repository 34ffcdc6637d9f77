import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../../testing/book.ts';
import { makeHoldClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { releaseHold } from './end-hold.ts';
import { findHolds } from './hold.ts';
import { listHolds } from './list-holds.ts';
import { releaseLostHold } from './release-lost-hold.ts';
import { takeHold } from './take-hold.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

const author = { actor: 'ann', reason: 'media was set back' };
const releaseLost = (id: string) => releaseLostHold(database.knex, id, author);
const state = (purse: string) => purseState(database.knex, purse);

/** A hold of 60 units on a purse of 100 of a test's own. */
async function hold(): Promise<{ id: string; purse: string; path: string[] }> {
  const [id, purse] = [randomUUID(), `user:${randomUUID()}`];
  await openPurses(database.knex, { [purse]: 100n });
  await takeHold(database.knex, { id, path: [purse], amount: 60n, ref: 'request' });
  return { id, purse, path: [purse] };
}

/** As if it had been taken so many hours ago. */
const age = (id: string, hours: number) =>
  rowsOf(database.knex, 'update hold set made_at = now() - make_interval(hours => ?) where id = ?', [
    hours,
    id,
  ]);

test('a lost hold is given back, once, and who did it and why is kept for good', async () => {
  const { id, purse, path } = await hold();
  expect(await releaseLost(id)).toMatchObject({ kind: 'released', hold: { amount: 60n } });
  expect(await state(purse)).toEqual({ granted: 100n, used: 0n, held: 0n });
  expect(await releaseLost(id)).toEqual({ kind: 'ended', state: 'released' });
  expect(
    await rowsOf(database.knex, 'select path, amount, ref, actor, reason from lost_hold where id = ?', [id]),
  ).toEqual([{ path, amount: 60n, ref: 'request', ...author }]);
});

test('the close of a task that was lost after all is booked as late, and the purse bears it', async () => {
  const { id, purse, path } = await hold();
  await releaseLost(id);
  const close = makeHoldClose({ holdId: id, path, inputTokens: 25n });
  expect((await settle(database.knex, [close])).parked).toEqual([]);
  expect(await state(purse)).toEqual({ granted: 100n, used: 25n, held: 0n });
  expect(await releaseLost(id)).toEqual({ kind: 'ended', state: 'closed' });
});

test('an id that no hold has is told, and refuses no hold from then on', async () => {
  const id = randomUUID();
  expect(await releaseLost(id)).toEqual({ kind: 'unknown' });
  expect(await findHolds(database.knex, [id])).toEqual([]);
});

test('a hold whose end is parked stays held: that may still be billed', async () => {
  const { id, purse, path } = await hold();
  await settle(database.knex, [makeHoldClose({ holdId: id, path, inputTokens: 25n, priceModel: 'unsold' })]);
  expect(await releaseLost(id)).toMatchObject({ kind: 'parked' });
  expect(await state(purse)).toMatchObject({ held: 60n });
});

test('open holds are listed page by page, the oldest first, also behind one that has ended meanwhile', async () => {
  const [first, second, third, young] = [await hold(), await hold(), await hold(), await hold()];
  await age(first.id, 300);
  await age(second.id, 200);
  await age(third.id, 100);
  const list = async (of: { olderThanMs?: number; afterId?: string; limit?: number }) =>
    (await listHolds(database.knex, { olderThanMs: 99 * 3_600_000, afterId: null, limit: 10, ...of })).map(
      ({ id }) => id,
    );
  expect(await list({})).toEqual([first.id, second.id, third.id]);
  expect(await list({ limit: 2 })).toEqual([first.id, second.id]);
  expect(await list({ olderThanMs: 150 * 3_600_000 })).toEqual([first.id, second.id]);
  expect(await list({ olderThanMs: 0 })).toContain(young.id);
  await releaseHold(database.knex, second.id);
  expect(await list({ afterId: second.id })).toEqual([third.id]);
});

test('nothing that happened to them contradicts a replay', async () => {
  expect(await findContradictions(database.knex)).toEqual([]);
});
