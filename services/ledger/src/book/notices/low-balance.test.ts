import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settle } from '../../testing/book.ts';
import { makeClose } from '../../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase, setTestPrices } from '../../testing/ledger-database.ts';
import { changeGrant } from '../purses/change-grant.ts';
import { openPurse } from '../purses/open-purse.ts';
import { setWarning } from '../purses/set-warning.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await setTestPrices(database.knex);
});
afterAll(() => database.drop());

const open = (id: string, total: bigint, more: { unlimited?: boolean; softLimitPercent?: number } = {}) =>
  openPurse(database.knex, { id, unlimited: false, source: 'config', total, ...more });
const warn = (id: string, below: bigint | null) => setWarning(database.knex, id, below);

async function use(id: string, units: bigint): Promise<unknown[]> {
  const close = makeClose({ run: randomUUID(), seq: 1n, path: [id], inputTokens: units });
  return (await settle(database.knex, [close])).notices;
}

async function topUp(purse: string, units: bigint): Promise<unknown[]> {
  const outcome = await changeGrant(database.knex, { id: randomUUID(), purse, source: 'admin:1', units });
  return outcome.kind === 'changed' ? outcome.notices : [outcome.kind];
}

test('notice is given by the close after which less is left, and by none before or after it', async () => {
  await open('user:once', 1_000n);
  expect(await warn('user:once', 200n)).toEqual([]);
  expect(await use('user:once', 800n)).toEqual([]);
  const given = { purse: 'user:once', kind: 'low_balance', used: 801n, granted: 1_000n, below: 200n };
  expect(await use('user:once', 1n)).toMatchObject([{ ...given, percent: 0 }]);
  expect(await use('user:once', 100n)).toEqual([]);
  expect(await warn('user:once', 200n)).toEqual([]);
});

test('is given again once more was granted than it says', async () => {
  await open('user:again', 100n);
  await warn('user:again', 50n);
  expect(await use('user:again', 90n)).toHaveLength(1);
  expect(await topUp('user:again', 30n)).toEqual([]);
  expect(await use('user:again', 10n)).toEqual([]);
  expect(await topUp('user:again', 100n)).toEqual([]);
  expect(await use('user:again', 81n)).toMatchObject([{ kind: 'low_balance', used: 181n }]);
});

test('is given at once where little is left already, or what was granted is taken', async () => {
  await open('user:late', 100n);
  expect(await warn('user:late', 101n)).toHaveLength(1);
  await open('user:taken', 100n);
  expect(await warn('user:taken', 50n)).toEqual([]);
  expect(await topUp('user:taken', -60n)).toMatchObject([{ granted: 40n }]);
});

test('is given again at a higher balance only where that much is left, and at none when it is off', async () => {
  await open('user:moved', 100n);
  await warn('user:moved', 50n);
  expect(await use('user:moved', 60n)).toHaveLength(1);
  expect(await warn('user:moved', 60n)).toEqual([]);
  expect(await warn('user:moved', 10n)).toEqual([]);
  expect(await warn('user:moved', null)).toEqual([]);
  expect(await use('user:moved', 40n)).toEqual([]);
});

test('is given of a purse without a limit once it gets one', async () => {
  await open('user:unlimited', 0n, { unlimited: true });
  expect(await warn('user:unlimited', 50n)).toEqual([]);
  expect(await use('user:unlimited', 60n)).toEqual([]);
  expect((await open('user:unlimited', 100n)).notices).toMatchObject([{ used: 60n, below: 50n }]);
});

test('comes beside that of a soft limit, each with a number of its own', async () => {
  await open('user:both', 100n, { softLimitPercent: 80 });
  await warn('user:both', 20n);
  const notices = await use('user:both', 95n);
  expect(notices).toMatchObject([
    { kind: 'low_balance', below: 20n, percent: 0 },
    { kind: 'soft_limit', below: 0n, percent: 80 },
  ]);
  expect(await use('user:both', 1n)).toEqual([]);
});

test('a purse that is not there has none', async () => {
  expect(await warn('user:nobody', 1n)).toBeUndefined();
});
