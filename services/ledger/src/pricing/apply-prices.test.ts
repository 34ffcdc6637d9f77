import { type GroupRatio, Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { applyPrices } from './apply-prices.ts';
import { boundsOf } from './bounds.ts';
import { newestVersion, readPriceBook } from './price-book.ts';
import { createPriceBooks } from './price-books.ts';
import { readPrices } from './read-prices.ts';
import { readRatios } from './read-ratios.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
});
afterAll(() => database.drop());

const row = (model: string, of: Partial<Price>): Price => Price.fromPartial({ ...of, model });

const ratioOf = (group: string, ratio: string, models: Record<string, string> = {}): GroupRatio => ({
  group,
  ratio,
  models,
});

function apply(prices: Price[], groups: GroupRatio[], prune = false) {
  return applyPrices(database.knex, { prices: readPrices(prices), ratios: readRatios(groups), prune });
}

test('prices get a new version when they change, and only then', async () => {
  const list = [row('a', { input: '0.15', output: '0.6' }), row('b', { call: '0.01' })];
  const groups = [ratioOf('default', '1')];
  expect(await apply(list, groups)).toEqual({ version: 1n, isChanged: true });
  expect(await apply(list, groups)).toEqual({ version: 1n, isChanged: false });
  expect(await apply([row('a', { input: '0.150', output: '0.60' })], [ratioOf('default', '1.0')])).toEqual({
    version: 1n,
    isChanged: false,
  });
  expect(await apply([], [ratioOf('default', '0.9')])).toEqual({ version: 2n, isChanged: true });
});

test('an old version says for ever what it said', async () => {
  await apply([row('frozen', { input: '1' })], [ratioOf('vip', '0.5')]);
  const old = await newestVersion(database.knex);
  const before = await readPriceBook(database.knex, old);
  await apply([row('frozen', { input: '2' })], [ratioOf('vip', '0.6')]);
  await apply([row('other', { input: '2' })], [], true);
  expect(await readPriceBook(database.knex, old)).toEqual(before);
  expect(before.prices.get('frozen')?.inputFresh).toBe(1_000_000_000n);
});

test('what is not named stays, unless it is pruned; a pruned model can come back', async () => {
  await apply([row('stays', { input: '1' })], [ratioOf('stays', '1')]);
  await apply([row('new', { input: '1' })], []);
  const kept = await readPriceBook(database.knex, await newestVersion(database.knex));
  expect([...kept.prices.keys()]).toEqual(expect.arrayContaining(['stays', 'new']));
  await apply([row('new', { input: '1' })], [ratioOf('default', '1')], true);
  const pruned = await readPriceBook(database.knex, await newestVersion(database.knex));
  expect([...pruned.prices.keys()]).toEqual(['new']);
  expect([...pruned.ratios.keys()]).toEqual(['default']);
  expect(await apply([row('stays', { input: '1' })], [])).toMatchObject({ isChanged: true });
});

test('two that apply at once get two versions', async () => {
  const before = await newestVersion(database.knex);
  const versions = await Promise.all(['x', 'y', 'z'].map((model) => apply([row(model, { input: '1' })], [])));
  expect(versions.map(({ version }) => version).sort()).toEqual([before + 1n, before + 2n, before + 3n]);
});

test('bounds are the dearest class of each side, in each group', async () => {
  await apply(
    [
      row('bounded', {
        input: '3',
        cacheRead: '0.3',
        cacheWrite: '3.75',
        output: '15',
        reasoning: '16',
        call: '0.01',
      }),
      row('by-call', { call: '0.0000001' }),
    ],
    [ratioOf('default', '1'), ratioOf('vip', '0.8')],
    true,
  );
  const book = await createPriceBooks().at(database.knex, await newestVersion(database.knex));
  if (!book) throw new Error('no book');
  const sorted = boundsOf(book).sort((one, other) =>
    one.model + one.group < other.model + other.group ? -1 : 1,
  );
  // 3.75 x 500,000 = 1,875,000; 16 x 500,000 = 8,000,000; 0.01 x 500,000 = 5,000; vip is four fifths of it.
  expect(sorted).toEqual([
    { model: 'bounded', group: 'default', input: 1_875_000n, output: 8_000_000n, call: 5_000n, metered: [] },
    { model: 'bounded', group: 'vip', input: 1_500_000n, output: 6_400_000n, call: 4_000n, metered: [] },
    // 0.0000001 x 500,000 = 0.05: rounded up
    { model: 'by-call', group: 'default', input: 0n, output: 0n, call: 1n, metered: [] },
    { model: 'by-call', group: 'vip', input: 0n, output: 0n, call: 1n, metered: [] },
  ]);
});

test('a version that was never made has no book', async () => {
  const books = createPriceBooks();
  expect(await books.at(database.knex, 0n)).toBeUndefined();
  expect(await books.at(database.knex, 10_000n)).toBeUndefined();
});

const refusals: [string, () => unknown, string][] = [
  ['a negative price', () => readPrices([row('m', { input: '-1' })]), 'prices.m.input'],
  [
    'a malformed price',
    () => readPrices([row('m', { output: '1', cacheRead: '1e3' })]),
    'prices.m.cache_read',
  ],
  ['too many digits', () => readPrices([row('m', { call: '0.0000000001' })]), 'prices.m.call'],
  ['a model without input, output and call', () => readPrices([row('m', { cacheRead: '1' })]), 'prices.m'],
  ['a model twice', () => readPrices([row('m', { input: '1' }), row('m', { input: '1' })]), 'prices.m'],
  ['no model', () => readPrices([row('', { input: '1' })]), 'prices'],
  ['an empty ratio', () => readRatios([ratioOf('g', '')]), 'groups.g'],
  ['a negative ratio', () => readRatios([ratioOf('g', '-0.5')]), 'groups.g'],
  ['a ratio of seven digits', () => readRatios([ratioOf('g', '0.1234567')]), 'groups.g'],
];

for (const [what, read, param] of refusals) {
  test(`${what} is refused, and the row is named`, () => {
    expect(read).toThrow(FaultError);
    try {
      read();
    } catch (error) {
      expect(error instanceof FaultError && error.fault).toMatchObject({
        status: 400,
        code: 'invalid_request',
        param,
      });
    }
  });
}
