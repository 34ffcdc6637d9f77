import { randomUUID, randomUUIDv7 } from 'node:crypto';
import {
  type Close,
  Kind,
  MeteredUnit,
  Usage,
  UsageSource,
} from '@headgate/proto/gen/headgate/events/v1/events';
import { type Bill, Price, PriceTier } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refund } from '../book/refund.ts';
import { draw } from '../book/slices/draw.ts';
import { dropParked } from '../parked/drop-parked.ts';
import { findWaiting } from '../parked/find-parked.ts';
import { replayParked } from '../parked/replay-parked.ts';
import { applyPrices } from '../pricing/apply-prices.ts';
import { createPriceBooks } from '../pricing/price-books.ts';
import { readPrices } from '../pricing/read-prices.ts';
import { readRatios } from '../pricing/read-ratios.ts';
import { openPurses, settle } from '../testing/book.ts';
import { makeClose } from '../testing/close.ts';
import { type LedgerDatabase, makeLedgerDatabase } from '../testing/ledger-database.ts';
import type { RpcContext } from './context.ts';
import { answerExplainBill } from './explain-bill.ts';

const run = randomUUID();
const path = ['key:1', 'user:1'];
let database: LedgerDatabase;
let seq = 0n;
beforeAll(async () => {
  database = await makeLedgerDatabase();
  await openPurses(database.knex, { 'user:1': 100_000_000n, 'key:1': null });
  const wish = { run, path, drawNo: 1n, need: 10_000_000n, want: 10_000_000n };
  await draw(database.knex, wish, { toleranceMs: 900_000 });
  await price('m', '2');
});
afterAll(() => database.drop());

async function price(model: string, input: string): Promise<void> {
  const tiers = [PriceTier.fromPartial({ above: 1_000n, input: '4' })];
  const metered = [{ unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '', price: '0.01' }];
  const prices = readPrices([Price.fromPartial({ model, input, output: '6', tiers, metered })]);
  const ratios = readRatios([{ group: 'default', ratio: '0.5', models: { other: '2' } }]);
  await applyPrices(database.knex, { prices, ratios, prune: false });
}

function close(usage: Partial<Usage>, of: Partial<Close> = {}): Close {
  seq += 1n;
  return makeClose({
    run,
    seq,
    path,
    model: 'alias',
    priceModel: 'm',
    usage: Usage.fromPartial(usage),
    ...of,
  });
}

async function explain(id: string): Promise<{ bill: Bill | undefined; parked: string[] }> {
  const context = { knex: database.knex, books: createPriceBooks() };
  const { bill, parked } = await answerExplainBill(context as RpcContext, { requestId: id });
  return { bill, parked };
}

async function explainBooked(booked: Close): Promise<Bill> {
  await settle(database.knex, [booked]);
  const { bill } = await explain(booked.id);
  if (!bill) throw new Error('nothing is booked');
  expect(bill.derivation?.units).toBe(bill.amount);
  return bill;
}

test('every line has its product, and the sum is what was booked', async () => {
  const metered = [{ unit: MeteredUnit.AUDIO_INPUT_MINUTE, variant: '', quantity: 20n }];
  const bill = await explainBooked(
    close({ inputFresh: 1_001n, outputVisible: 3n, metered }, { reserved: 1_000n, consumed: 900n }),
  );
  const { derivation, request, ...entry } = bill;
  expect(entry).toMatchObject({ kind: 'settle', path, priceVersion: 1n, late: false, refunds: [] });
  expect(request).toMatchObject({ model: 'alias', priceModel: 'm', reserved: 1_000n, consumed: 900n });
  expect(
    derivation?.lines.map(({ quantity, rate, usd }) => [rate?.what, quantity, rate?.usd, rate?.per, usd]),
  ).toEqual([
    // 1,001 x 4 / 1,000,000
    ['inputFresh', 1_001n, '4', 1_000_000n, '0.004004'],
    // 3 x 6 / 1,000,000
    ['outputVisible', 3n, '6', 1_000_000n, '0.000018'],
    // 20 x 0.01 / 60,000
    ['audio_input_minute', 20n, '0.01', 60_000n, '1/300000'],
  ]);
  // 0.004022 + 1 / 300,000 = 12,076 / 3,000,000; x 500,000 x 0.5 = 1,006.33...
  expect(derivation).toMatchObject({
    inputTokens: 1_001n,
    tiers: [1_000n],
    tier: 1_000n,
    ratio: '0.5',
    ratioOfModel: false,
    sumUsd: '3019/750000',
    exactUnits: '3019/3',
    units: 1_006n,
  });
  expect(bill.overrun).toBe(6n);
});

test('prices that changed since do not change what was booked before', async () => {
  await price('edited', '2');
  const booked = close({ inputFresh: 100n }, { priceModel: 'edited', priceVersion: 2n });
  // 100 x 2 / 2 x 0.5
  expect((await explainBooked(booked)).amount).toBe(50n);
  await price('edited', '3');
  expect((await explain(booked.id)).bill?.derivation).toMatchObject({ units: 50n, tier: 0n });
});

test('the house pays for what it interrupted', async () => {
  const usage = { kind: Kind.INTERRUPTED, usageSource: UsageSource.NONE };
  const bill = await explainBooked(close({}, usage));
  expect(bill).toMatchObject({ kind: 'interrupted', amount: 0n, derivation: { lines: [], units: 0n } });
});

test('refunds are listed', async () => {
  const booked = close({ inputFresh: 100n });
  await explainBooked(booked);
  const id = randomUUIDv7();
  await refund(database.knex, { id, requestId: booked.id, units: 7n });
  expect((await explain(booked.id)).bill?.refunds).toMatchObject([{ id, units: 7n }]);
});

test('what is parked is said, with what is booked beside it', async () => {
  const booked = close({ inputFresh: 100n });
  await explainBooked(booked);
  await settle(database.knex, [{ ...booked, priceModel: 'unknown' }]);
  expect((await explain(booked.id)).parked).toEqual(['unknown_price']);
  const alone = close({ inputFresh: 1n }, { priceModel: 'unknown' });
  await settle(database.knex, [alone]);
  expect(await explain(alone.id)).toEqual({ bill: undefined, parked: ['unknown_price'] });
});

test('what was parked once is said no more when it was booked after all, or given up', async () => {
  for (const end of ['replay', 'drop']) {
    const booked = close({ inputFresh: 100n }, { path: [`user:${randomUUID()}`] });
    await settle(database.knex, [booked]);
    expect(await explain(booked.id)).toEqual({ bill: undefined, parked: ['unknown_purse'] });
    const [event] = await findWaiting(database.knex, booked.id);
    const seq = event?.seq ?? 0n;
    if (end === 'drop') await dropParked(database.knex, seq, { actor: 'ann', reason: 'nobody pays' });
    else {
      await openPurses(database.knex, { [booked.path[0] ?? '']: null });
      await replayParked({ knex: database.knex, books: createPriceBooks() }, seq, 'ann');
    }
    const { bill, parked } = await explain(booked.id);
    expect([bill?.amount, parked]).toEqual([end === 'drop' ? undefined : 50n, []]);
  }
});

test('an entry whose usage was dropped is still told', async () => {
  const booked = close({ inputFresh: 100n });
  await explainBooked(booked);
  await rowsOf(database.knex, 'delete from usage where id = ?', [booked.id]);
  const { bill } = await explain(booked.id);
  expect(bill?.amount).toBe(50n);
  expect([bill?.request, bill?.derivation]).toEqual([undefined, undefined]);
});

test('nothing is known of another id', async () => {
  expect(await explain(randomUUIDv7())).toEqual({ bill: undefined, parked: [] });
});

test('a realtime session names its responses, before it is booked too, and they name it', async () => {
  const session = close({ inputFresh: 0n });
  const ids = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()].sort();
  const responses = ids.map((id, index) =>
    close({ inputFresh: 2n * BigInt(index + 1) }, { id, ref: session.id }),
  );
  await settle(database.knex, responses);
  const context = { knex: database.knex, books: createPriceBooks() } as RpcContext;
  const within = {
    parts: responses.map(({ id }, index) => ({ requestId: id, units: BigInt(index) + 1n })),
    partCount: 3n,
    partUnits: 6n,
  };
  const ofSession = () => answerExplainBill(context, { requestId: session.id });
  expect(await ofSession()).toMatchObject({ parked: [], ...within });
  expect(await ofSession()).not.toHaveProperty('bill');
  await settle(database.knex, [session]);
  expect(await ofSession()).toMatchObject({ bill: { requestId: session.id, partOf: '' }, ...within });
  const [one] = responses;
  expect(await answerExplainBill(context, { requestId: one?.id ?? '' })).toMatchObject({
    bill: { partOf: session.id },
    ...{ parts: [], partCount: 0n, partUnits: 0n },
  });
});
