import { randomUUIDv7 } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPurses, settle } from '../testing/book.ts';
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

const partitionOf = (id: string) =>
  rowsOf<{ name: string }>(database.knex, 'select tableoid::regclass::text as name from entry where id = ?', [
    id,
  ]);

test('the first id of a moment is a version 7 id with nothing but that moment', () => {
  // 2026-12-01T00:00:00Z is 1,796,083,200,000 ms = 0x01a22ee6b000
  expect(firstIdAt(Date.UTC(2026, 11, 1))).toBe('01a22ee6-b000-0000-0000-000000000000');
});

test('partitions are made from last month to the month after next, once', async () => {
  const at = Date.UTC(2031, 0, 31);
  const made = await makePartitions(database.knex, at);
  expect(made).toEqual([
    'entry_2030_12',
    'entry_2031_01',
    'entry_2031_02',
    'entry_2031_03',
    'usage_2030_12',
    'usage_2031_01',
    'usage_2031_02',
    'usage_2031_03',
  ]);
  expect(await makePartitions(database.knex, at)).toEqual([]);
});

test('an entry of now lies in the partition of its month', async () => {
  const id = randomUUIDv7();
  await openPurses(database.knex, { 'user:p': null });
  await settle(database.knex, [makeClose({ run: randomUUIDv7(), seq: 1n, path: ['user:p'], id })]);
  const month = new Date().toISOString().slice(0, 7).replace('-', '_');
  expect(await partitionOf(id)).toEqual([{ name: `entry_${month}` }]);
});

test('what came before its partition moves into it, and is still known', async () => {
  const id = `${firstIdAt(Date.UTC(2040, 5, 15)).slice(0, 13)}-7000-8000-000000000001`;
  const close = makeClose({ run: randomUUIDv7(), seq: 1n, path: ['user:p'], inputTokens: 5n, id });
  await settle(database.knex, [close]);
  expect(await partitionOf(id)).toEqual([{ name: 'entry_default' }]);
  await makePartitions(database.knex, Date.UTC(2040, 5, 1));
  expect(await partitionOf(id)).toEqual([{ name: 'entry_2040_06' }]);
  expect((await settle(database.knex, [close])).entries).toEqual([]);
});

test('two replicas that make partitions at once do not disturb each other', async () => {
  const at = Date.UTC(2050, 0, 1);
  const made = await Promise.all([makePartitions(database.knex, at), makePartitions(database.connect(), at)]);
  expect(made.flat().sort()).toHaveLength(8);
});
