import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findContradictions, openPurses, purseState, settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { changeGrant } from './change-grant.ts';
import { openPurse } from './open-purse.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

const change = (purse: string, units: bigint, id = randomUUIDv7()) =>
  changeGrant(database.knex, { id, purse, source: 'admin:1', units });
const granted = async (purse: string) => (await purseState(database.knex, purse)).granted;

test('a top-up is booked once, under its own source, and stays when the configuration comes again', async () => {
  await openPurses(database.knex, { 'user:top-up': 100n });
  const id = randomUUIDv7();
  expect(await change('user:top-up', 50n, id)).toMatchObject({ kind: 'changed', isNew: true });
  expect(await change('user:top-up', 50n, id)).toMatchObject({ kind: 'changed', isNew: false });
  await openPurses(database.knex, { 'user:top-up': 100n });
  expect(await granted('user:top-up')).toBe(150n);
  expect(await rowsOf(database.knex, 'select kind, ref, amount from entry where id = ?', [id])).toEqual([
    { kind: 'grant', ref: 'admin:1', amount: 50n },
  ]);
  expect(await findContradictions(database.knex)).toEqual([]);
});

test('copies of one change at the same moment change once', async () => {
  await openPurses(database.knex, { 'user:copies': 100n });
  const id = randomUUIDv7();
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => change('user:copies', 50n, id)));
  expect(outcomes.filter((outcome) => 'isNew' in outcome && outcome.isNew)).toHaveLength(1);
  expect(await granted('user:copies')).toBe(150n);
});

test('an id stands for one change alone', async () => {
  await openPurses(database.knex, { 'user:id': 100n, 'user:other': 100n });
  const id = randomUUIDv7();
  await change('user:id', 50n, id);
  expect(await change('user:id', 51n, id)).toEqual({ kind: 'other-content' });
  expect(await change('user:other', 50n, id)).toEqual({ kind: 'other-content' });
  expect(await granted('user:id')).toBe(150n);
  expect(await granted('user:other')).toBe(100n);
});

test('more may be taken than is left, recorded, and never more than was granted', async () => {
  await openPurses(database.knex, { 'user:taken': 100n });
  const close = makeClose({ run: randomUUID(), seq: 1n, path: ['user:taken'], inputTokens: 80n });
  await settle(database.knex, [close]);
  expect(await change('user:taken', -60n)).toMatchObject({ kind: 'changed', purse: { granted: 40n } });
  expect(await change('user:taken', -41n)).toMatchObject({ kind: 'exceeds' });
  expect(await granted('user:taken')).toBe(40n);
});

test('a purse that a configuration left below nothing is granted more, however little', async () => {
  await openPurses(database.knex, { 'user:below': 100n });
  await change('user:below', -80n);
  await openPurses(database.knex, { 'user:below': 50n });
  expect(await granted('user:below')).toBe(-30n);
  expect(await change('user:below', 20n)).toMatchObject({ kind: 'changed', purse: { granted: -10n } });
  expect(await change('user:below', -1n)).toMatchObject({ kind: 'exceeds' });
  expect(await granted('user:below')).toBe(-10n);
  expect(await findContradictions(database.knex)).toEqual([]);
});

test('a purse without a limit and one that nobody opened are not changed', async () => {
  await openPurses(database.knex, { 'user:unlimited': null });
  expect(await change('user:unlimited', 50n)).toMatchObject({ kind: 'unlimited' });
  expect(await change('user:nobody', 50n)).toEqual({ kind: 'unknown-purse' });
});

test('a top-up arms the notice again', async () => {
  const id = 'user:notice';
  await openPurse(database.knex, {
    id,
    unlimited: false,
    source: 'config',
    total: 100n,
    softLimitPercent: 80,
  });
  const use = (units: bigint) =>
    settle(database.knex, [makeClose({ run: randomUUID(), seq: 1n, path: [id], inputTokens: units })]);
  expect((await use(80n)).notices).toHaveLength(1);
  await change(id, 100n);
  expect((await use(79n)).notices).toEqual([]);
  expect((await use(1n)).notices).toMatchObject([{ used: 160n, granted: 200n }]);
});
