import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  GetBoundsResponse,
  type GroupRatio,
  Price,
  PriceTier,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { applyPrices } from './apply-prices.ts';
import { boundsOf } from './bounds.ts';
import { newestVersion, readPriceBook } from './price-book.ts';
import { createPriceBooks } from './price-books.ts';
import { readPrices } from './read-prices.ts';
import { readRatios } from './read-ratios.ts';
import { writeChange } from './write-price.ts';
import { writeRatioChange } from './write-ratio.ts';

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

async function apply(prices: Price[], groups: GroupRatio[], prune = false) {
  const list = { prices: readPrices(prices), ratios: readRatios(groups), prune };
  const { version, isChanged } = await applyPrices(database.knex, list);
  return { version, isChanged };
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

test('a dry run says what would change, row by row, and changes nothing', async () => {
  const version = await newestVersion(database.knex);
  await apply([row('priced', { input: '1' }), row('gone', { input: '1' })], [], true);
  const list = {
    prices: readPrices([row('priced', { input: '2' }), row('added', { input: '3' })]),
    ratios: readRatios([]),
    prune: true,
  };
  const dry = await applyPrices(database.knex, list, { dryRun: true });
  expect(dry).toMatchObject({ version: version + 1n, isChanged: true });
  const changes = dry.changes.map(writeChange);
  expect(changes.map(({ model, before, after }) => [model, before?.input, after?.input])).toEqual([
    ['priced', '1', '2'],
    ['added', undefined, '3'],
    ['gone', '1', undefined],
  ]);
  expect(await newestVersion(database.knex)).toBe(version + 1n);
});

test('a dry run says what would become of the ratios of groups', async () => {
  await apply(
    [],
    [ratioOf('told', '1'), ratioOf('raised', '0.5', { a: '0.25' }), ratioOf('left', '2')],
    true,
  );
  const list = {
    prices: readPrices([]),
    ratios: readRatios([ratioOf('told', '1.0'), ratioOf('raised', '0.9'), ratioOf('new', '3')]),
    prune: true,
  };
  const { ratioChanges } = await applyPrices(database.knex, list, { dryRun: true });
  expect(ratioChanges.map(writeRatioChange)).toEqual([
    { group: 'raised', before: ratioOf('raised', '0.5', { a: '0.25' }), after: ratioOf('raised', '0.9') },
    { group: 'new', before: undefined, after: ratioOf('new', '3') },
    { group: 'left', before: ratioOf('left', '2'), after: undefined },
  ]);
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

test('a version that the database lost means what it is given to next', async () => {
  const books = createPriceBooks();
  const before = await newestVersion(database.knex);
  const lost = await apply([row('lost', { input: '1' })], []);
  expect((await books.at(database.knex, lost.version))?.prices.has('lost')).toBe(true);
  await rowsOf(database.knex, 'delete from price where from_version > ?', [before]);
  await rowsOf(database.knex, 'update price_version set version = ?', [before]);
  expect(await books.newest(database.knex)).toBe(before);
  const next = await apply([row('next', { input: '1' })], []);
  expect(next.version).toBe(lost.version);
  const models = (await books.at(database.knex, next.version))?.prices;
  expect([models?.has('lost'), models?.has('next')]).toEqual([false, true]);
});

test('a price and a ratio far beyond any keep no bounds from gateways', async () => {
  const dearest = row('dearest', { input: '999999999' });
  await apply([dearest, row('usual', { input: '2' })], [ratioOf('default', '999999999')], true);
  const book = await createPriceBooks().at(database.knex, await newestVersion(database.knex));
  const bounds = GetBoundsResponse.decode(
    GetBoundsResponse.encode(GetBoundsResponse.fromPartial({ bounds: book ? boundsOf(book) : [] })).finish(),
  ).bounds;
  expect(new Map(bounds.map(({ model, input }) => [model, input]))).toEqual(
    new Map([
      ['dearest', 2n ** 63n - 1n],
      ['usual', 999_999_999_000_000n],
    ]),
  );
});

test('bounds look into every tier and at the dearest variant; models priced by second have none', async () => {
  const { TOOL_CALL, SECOND } = MeteredUnit;
  const metered = [
    { unit: TOOL_CALL, variant: 'web_search', price: '10' },
    { unit: TOOL_CALL, variant: 'file_search', price: '2.5' },
  ];
  const tiers = [PriceTier.fromPartial({ above: 200_000n, cacheWrite: '7.5', output: '22.5' })];
  const video = [{ unit: SECOND, variant: '', price: '0.1' }];
  await apply(
    [row('tiered', { input: '3', output: '15', tiers, metered }), row('video', { metered: video })],
    [ratioOf('default', '1', { tiered: '2' })],
    true,
  );
  const book = await readPriceBook(database.knex, await newestVersion(database.knex));
  // 7.5 x 500,000 x 2 = 7,500,000; 22.5 x 500,000 x 2 = 22,500,000; 10 x 500,000 x 2 = 10,000,000
  expect(boundsOf(book)).toEqual([
    {
      model: 'tiered',
      group: 'default',
      input: 7_500_000n,
      output: 22_500_000n,
      call: 0n,
      metered: [{ unit: TOOL_CALL, variant: '', units: 10_000_000n }],
    },
  ]);
});

test('bounds of images name every variant', async () => {
  const { IMAGE } = MeteredUnit;
  const metered = [
    { unit: IMAGE, variant: '1024x1024:low', price: '0.02' },
    { unit: IMAGE, variant: '1024x1024', price: '0.04' },
  ];
  await apply([row('painter', { metered })], [ratioOf('default', '0.5')], true);
  const book = await readPriceBook(database.knex, await newestVersion(database.knex));
  // 0.02 x 500,000 x 0.5 = 5,000
  expect(boundsOf(book).map((bound) => bound.metered)).toEqual([
    [
      { unit: IMAGE, variant: '1024x1024', units: 10_000n },
      { unit: IMAGE, variant: '1024x1024:low', units: 5_000n },
    ],
  ]);
});

test('what is put out is bounded by the price of tokens of images, where they have one', async () => {
  const metered = [{ unit: MeteredUnit.IMAGE_OUTPUT_TOKEN, variant: '', price: '120' }];
  await apply([row('writer', { output: '12', metered })], [ratioOf('default', '1')], true);
  const book = await readPriceBook(database.knex, await newestVersion(database.knex));
  // 120 x 500,000
  expect(boundsOf(book)).toMatchObject([{ output: 60_000_000n }]);
});

test('a row of before is not written anew where it says the same', async () => {
  const old = { inputFresh: '5', inputCacheRead: '5', inputCacheWrite: '6', outputVisible: '7' };
  const version = await newestVersion(database.knex);
  await rowsOf(database.knex, `insert into price (model, from_version, row) values ('old', ?, ?::jsonb)`, [
    version,
    JSON.stringify({ ...old, outputReasoning: '7', call: '0' }),
  ]);
  const nano = (units: number) => `0.00000000${units}`;
  const same = row('old', { input: nano(5), cacheWrite: nano(6), output: nano(7) });
  expect(await apply([same], [])).toEqual({ version, isChanged: false });
  const dearer = { ...same, cacheWrite1h: nano(9) };
  expect(await apply([dearer], [])).toMatchObject({ isChanged: true });
});

test('a version that was never made has no book', async () => {
  const books = createPriceBooks();
  expect(await books.at(database.knex, 0n)).toBeUndefined();
  expect(await books.at(database.knex, 10_000n)).toBeUndefined();
});

const search = (price: string) => ({ unit: MeteredUnit.TOOL_CALL, variant: 'web_search', price });

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
  [
    'a malformed price of a tier',
    () => readPrices([row('m', { input: '1', tiers: [PriceTier.fromPartial({ above: 1n, output: 'x' })] })]),
    'prices.m.tiers[0].output',
  ],
  [
    'a tier above nothing',
    () => readPrices([row('m', { input: '1', tiers: [PriceTier.fromPartial({ input: '2' })] })]),
    'prices.m.tiers[0].above',
  ],
  [
    'a tier twice',
    () =>
      readPrices([
        row('m', { input: '1', tiers: [1n, 1n].map((above) => PriceTier.fromPartial({ above })) }),
      ]),
    'prices.m.tiers',
  ],
  ['tools alone', () => readPrices([row('m', { metered: [search('10')] })]), 'prices.m'],
  [
    'a tool twice',
    () => readPrices([row('m', { input: '1', metered: [search('1'), search('1')] })]),
    'prices.m.tool_call.web_search',
  ],
  [
    'a negative tool',
    () => readPrices([row('m', { metered: [search('-1')] })]),
    'prices.m.tool_call.web_search',
  ],
  ['a negative ratio of a model', () => readRatios([ratioOf('g', '1', { m: '-1' })]), 'groups.g.models.m'],
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

test('a number that is too large is refused with how many digits are taken', () => {
  const most = 'at most 9 digits before the point and';
  expect(() => readPrices([row('m', { input: '1000000000' })])).toThrow(`${most} 9 after it.`);
  expect(() => readRatios([ratioOf('g', '1000000000')])).toThrow(`${most} 6 after it.`);
});
