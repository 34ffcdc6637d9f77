import { randomUUID } from 'node:crypto';
import { type Close, MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { type GroupRatio, Price, PriceTier } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyPrices } from '../pricing/apply-prices.ts';
import { readPrices } from '../pricing/read-prices.ts';
import { readRatios } from '../pricing/read-ratios.ts';
import { findContradictions, openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import { readMetered } from './metered.ts';

let database: LedgerDatabase;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await openPurses(database.knex, { 'key:1': null });
});
afterAll(() => database.drop());

async function apply(price: Partial<Price>, ratio: Partial<GroupRatio>): Promise<bigint> {
  const prices = readPrices([Price.fromPartial({ ...price, model: 'm' })]);
  const ratios = readRatios([{ group: 'default', ratio: '1', models: {}, ...ratio }]);
  return (await applyPrices(database.knex, { prices, ratios, prune: false })).version;
}

const run = randomUUID();
let seq = 0n;

/** A close of 200,001 input tokens and one search. */
function close(of: Partial<Close>): Close {
  seq += 1n;
  const searches = { unit: MeteredUnit.TOOL_CALL, variant: 'web_search', quantity: 1n };
  const usage = Usage.fromPartial({ inputFresh: 200_001n, metered: [searches] });
  return makeClose({ run, seq, path: ['key:1'], priceModel: 'm', usage, ...of });
}

async function amountOf(of: Partial<Close>): Promise<bigint | string | undefined> {
  const { entries, parked } = await settle(database.knex, [close(of)]);
  return entries[0]?.amount ?? parked[0]?.reason;
}

const tools = (price: string) => [{ unit: MeteredUnit.TOOL_CALL, variant: 'web_search', price }];
const tier = (input: string) => [PriceTier.fromPartial({ above: 200_000n, input })];

test('tiers, tools and ratios that change while a request is on its way do not change its bill', async () => {
  const admitted = await apply(
    { input: '1', tiers: tier('2'), metered: tools('10') },
    { models: { m: '0.5' } },
  );
  // (200,001 x 2 / 2 + 10 / 1,000 x 500,000) x 0.5 = (200,001 + 5,000) x 0.5 = 102,500.5
  expect(await amountOf({ priceVersion: admitted })).toBe(102_501n);
  const later = await apply({ input: '1', tiers: tier('4'), metered: tools('20') }, { models: {} });
  expect(await amountOf({ priceVersion: admitted })).toBe(102_501n);
  // 200,001 x 4 / 2 + 20 / 1,000 x 500,000 = 400,002 + 10,000
  expect(await amountOf({ priceVersion: later })).toBe(410_002n);
});

test("a group's ratio of one model leaves its others alone", async () => {
  const version = await apply({ input: '2' }, { ratio: '3', models: { other: '0.5' } });
  expect(await amountOf({ priceVersion: version })).toBe(600_003n);
});

test('a size bare a price among priced ones is parked, and what is around it is booked', async () => {
  const images = { unit: MeteredUnit.IMAGE, variant: '1K', price: '0.03' };
  const priceVersion = await apply({ metered: [images] }, {});
  const usage = (variant: string) =>
    Usage.fromPartial({ metered: [{ unit: MeteredUnit.IMAGE, variant, quantity: 1n }] });
  const closes = ['1K', '8K', '1K'].map((size) => close({ priceVersion, usage: usage(size) }));
  const { entries, parked } = await settle(database.knex, closes);
  expect(entries.map(({ amount }) => amount)).toEqual([15_000n, 15_000n]);
  expect(parked).toEqual([{ id: closes[1]?.id, reason: 'unknown_price' }]);
});

test('the usage log keeps what was metered, and nothing where nothing was', async () => {
  const priceVersion = await apply({ input: '1' }, {});
  const metered = [{ unit: MeteredUnit.SECOND, variant: '720p', quantity: 9_007_199_254_740_993n }];
  const usage = Usage.fromPartial({ inputCacheWrite1h: 4n, metered });
  const [full, bare] = [close({ priceVersion, usage }), makeClose({ run, seq: 99n, path: ['key:1'] })];
  await settle(database.knex, [full, { ...bare, priceModel: 'm', priceVersion }]);
  const rows = await rowsOf<{ hour: bigint; metered: Parameters<typeof readMetered>[0] }>(
    database.knex,
    'select input_cache_write_1h as hour, metered from usage where id = any (?::uuid[]) order by hour desc',
    [[full.id, bare.id]],
  );
  expect(rows.map((row) => [row.hour, readMetered(row.metered)])).toEqual([
    [4n, metered],
    [0n, []],
  ]);
  expect(rows[1]?.metered).toBeNull();
});

test('the books agree with all of it', async () => {
  expect(await findContradictions(database.knex)).toEqual([]);
});
