import { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPrices } from '../pricing/apply-prices.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { readPrices } from '../pricing/read-prices.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { createListPrices } from './list-prices.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
});
afterAll(() => database.drop());

const none = { knownDigest: Buffer.alloc(0) };
const listPricesOf = () => createListPrices({ knex: database.knex, books: createPriceBooks() });
const apply = (input: string) =>
  applyPrices(database.knex, {
    prices: readPrices([Price.fromPartial({ model: 'm', input })]),
    ratios: new Map(),
    prune: false,
  });

test('prices are written once for as long as nobody changes them, and are those in force', async () => {
  const listPrices = listPricesOf();
  await apply('1');
  const first = await listPrices(none);
  expect(first.prices).toMatchObject([{ model: 'm', input: '1' }]);
  expect((await listPrices(none)).prices[0]).toBe(first.prices[0]);
  await apply('2');
  const second = await listPrices(none);
  expect(second).toMatchObject({ version: first.version + 1n, prices: [{ model: 'm', input: '2' }] });
});

test('a version that is given again, to other prices, since the database was set back, is written again', async () => {
  const listPrices = listPricesOf();
  await apply('3');
  const { version } = await listPrices(none);
  await rowsOf(database.knex, 'delete from price where from_version >= ?', [version]);
  await rowsOf(database.knex, 'update price_version set version = ?', [version - 1n]);
  expect(await listPrices(none)).toMatchObject({ version: version - 1n, prices: [{ input: '2' }] });
  await apply('4');
  expect(await listPrices(none)).toMatchObject({ version, prices: [{ input: '4' }] });
});

test('who has the prices in force is told neither them nor ratios, whichever replica answers', async () => {
  await apply('5');
  const listPrices = listPricesOf();
  const { version, digest, prices } = await listPrices(none);
  expect(prices).toHaveLength(1);
  const same = { version, digest, prices: [], groups: [] };
  expect(await listPricesOf()({ knownDigest: digest })).toEqual(same);
  expect(await listPrices({ knownDigest: digest })).toEqual(same);
  await apply('6');
  expect(await listPrices({ knownDigest: digest })).toMatchObject({ prices: [{ input: '6' }] });
});

test('a version that is given again to other prices is none that somebody has', async () => {
  const before = await listPricesOf()(none);
  await rowsOf(database.knex, 'delete from price where from_version >= ?', [before.version]);
  await rowsOf(database.knex, 'update price_version set version = ?', [before.version - 1n]);
  await apply('7');
  expect(await listPricesOf()({ knownDigest: before.digest })).toMatchObject({
    version: before.version,
    prices: [{ input: '7' }],
  });
});
