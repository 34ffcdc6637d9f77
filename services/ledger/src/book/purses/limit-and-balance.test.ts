/** A limit is given, or taken away, with the balance that belongs to it: nobody finds the one without the other. */
import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { listNotices } from '../../views/list-notices.ts';
import { draw } from '../slices/draw.ts';
import { changeGrant } from './change-grant.ts';
import { type OpenPurse, openPurse } from './open-purse.ts';
import { setWarning } from './set-warning.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterEach(async () => {
  expect(await findContradictions(database.knex)).toEqual([]);
});
afterAll(() => database.drop());

/** A purse without a limit of which 1,000 were used, and whose owner is warned below 50. */
async function usedPurse(): Promise<string> {
  const { knex } = database;
  const id = `user:${randomUUID()}`;
  await openPurses(knex, { [id]: null });
  await settle(knex, [makeClose({ run: randomUUID(), seq: 1n, path: [id], inputTokens: 1_000n })]);
  await setWarning(knex, id, 50n);
  return id;
}

const changeOf = (units: bigint) => ({ id: randomUUIDv7(), source: 'admin:1', units });
const limit = (id: string, more: Partial<OpenPurse>) =>
  openPurse(database.knex, { id, unlimited: false, source: 'test', total: 0n, ...more });
const unlimit = (id: string, more: Partial<OpenPurse>) => limit(id, { unlimited: true, ...more });
const drawFrom = (id: string) =>
  draw(
    database.knex,
    { run: randomUUID(), path: [id], drawNo: 1n, need: 5n, want: 5n },
    { toleranceMs: 900_000 },
  );

test('who gets a limit with plenty left is warned of nothing, and is served on', async () => {
  const id = await usedPurse();
  const opened = await limit(id, { softLimitPercent: 80, change: changeOf(9_000n) });
  expect(opened).toMatchObject({
    change: { kind: 'booked' },
    purse: { granted: 9_000n, used: 1_000n, unlimited: false },
    notices: [],
  });
  expect((await listNotices(database.knex, 0n, 1_000)).filter(({ purse }) => purse === id)).toEqual([]);
  expect(await drawFrom(id)).toMatchObject({ kind: 'granted' });
});

test('who gets a limit with little left is told at once', async () => {
  const id = await usedPurse();
  const { notices } = await limit(id, { softLimitPercent: 80, change: changeOf(1_049n) });
  const told = { purse: id, used: 1_000n, granted: 1_049n };
  expect(notices).toMatchObject([
    { kind: 'soft_limit', ...told },
    { kind: 'low_balance', ...told },
  ]);
});

test('asked again, here or for itself, it is booked once', async () => {
  const id = await usedPurse();
  const change = changeOf(9_000n);
  await limit(id, { change });
  expect(await limit(id, { change })).toMatchObject({
    change: { kind: 'known' },
    purse: { granted: 9_000n },
  });
  const alone = { purse: id, ...change };
  expect(await changeGrant(database.knex, alone)).toMatchObject({ kind: 'changed', isNew: false });
  expect(await purseState(database.knex, id)).toMatchObject({ granted: 9_000n });
});

test('a limit and its balance are taken away together, and nothing is from who has none', async () => {
  const id = await usedPurse();
  await limit(id, { softLimitPercent: 80, change: changeOf(9_000n) });
  const back = changeOf(-9_000n);
  expect(await unlimit(id, { change: back })).toMatchObject({ change: { kind: 'booked' }, notices: [] });
  expect(await purseState(database.knex, id)).toMatchObject({ granted: 0n });
  expect(await unlimit(id, { change: changeOf(5n) })).toMatchObject({ change: { kind: 'unlimited' } });
  expect(await purseState(database.knex, id)).toMatchObject({ granted: 0n });
});

test('a purse is opened whatever becomes of the change', async () => {
  const id = await usedPurse();
  const exceeding = await limit(id, { total: 10n, change: changeOf(-11n) });
  expect(exceeding).toMatchObject({ change: { kind: 'exceeds' }, purse: { granted: 10n, unlimited: false } });
  const known = changeOf(5n);
  await changeGrant(database.knex, { purse: id, ...known });
  const other = await limit(id, { total: 20n, change: { ...known, units: 6n } });
  expect(other).toMatchObject({ change: { kind: 'other-content' }, purse: { granted: 25n } });
});

test('what was used beyond the limit and its balance is no contradiction', async () => {
  const id = await usedPurse();
  const { purse } = await limit(id, { total: 100n, change: changeOf(300n) });
  expect(purse).toMatchObject({ granted: 400n, used: 1_000n });
});
