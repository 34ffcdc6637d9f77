import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import { amountOf, boundOf, divideHalfAwayFromZero } from './amount.ts';
import { parseDecimal, priceDigits, ratioDigits } from './decimal.ts';
import { readPrices } from './read-prices.ts';

interface Case {
  what: string;
  /** Decimals in dollars, as in a price row. */
  price: {
    input?: string;
    cacheRead?: string;
    cacheWrite?: string;
    output?: string;
    reasoning?: string;
    audioInput?: string;
    imageInput?: string;
    audioOutput?: string;
    call?: string;
  };
  ratio?: string;
  usage: Partial<Usage>;
  units: bigint;
}

/** One dollar is 500,000 units, so tokens cost tokens x price / 1,000,000 x 500,000 = tokens x price / 2. */
const cases: Case[] = [
  {
    what: 'a million tokens of one dollar',
    price: { input: '1' },
    usage: { inputFresh: 1_000_000n },
    units: 500_000n,
  },
  // (1,000 x 0.15 + 500 x 0.60) / 2 = (150 + 300) / 2 = 225
  {
    what: 'input and output',
    price: { input: '0.15', output: '0.60' },
    usage: { inputFresh: 1_000n, outputVisible: 500n },
    units: 225n,
  },
  // (1,000 x 0.15 + 2,000 x 0.075) / 2 = (150 + 150) / 2 = 150
  {
    what: 'cache reads by their own price',
    price: { input: '0.15', cacheRead: '0.075' },
    usage: { inputFresh: 1_000n, inputCacheRead: 2_000n },
    units: 150n,
  },
  // 2,000 x 0.15 / 2 = 150
  {
    what: 'cache reads by the input price where they have none',
    price: { input: '0.15' },
    usage: { inputCacheRead: 2_000n },
    units: 150n,
  },
  // (800 x 3 + 400 x 3.75 + 1,200 x 0.3 + 100 x 15) / 2 = (2,400 + 1,500 + 360 + 1,500) / 2 = 2,880
  {
    what: 'all cache classes together',
    price: { input: '3', cacheRead: '0.3', cacheWrite: '3.75', output: '15' },
    usage: { inputFresh: 800n, inputCacheWrite: 400n, inputCacheRead: 1_200n, outputVisible: 100n },
    units: 2_880n,
  },
  // 400 x 3 / 2 = 600
  {
    what: 'cache writes by the input price where they have none',
    price: { input: '3' },
    usage: { inputCacheWrite: 400n },
    units: 600n,
  },
  // (100 x 8 + 300 x 12) / 2 = (800 + 3,600) / 2 = 2,200
  {
    what: 'reasoning by its own price',
    price: { output: '8', reasoning: '12' },
    usage: { outputVisible: 100n, outputReasoning: 300n },
    units: 2_200n,
  },
  // (100 + 300) x 8 / 2 = 1,600
  {
    what: 'reasoning by the output price where it has none',
    price: { output: '8' },
    usage: { outputVisible: 100n, outputReasoning: 300n },
    units: 1_600n,
  },
  // (100 x 32 + 40 x 5 + 60 x 4 + 30 x 64 + 10 x 16) / 2 = (3,200 + 200 + 240 + 1,920 + 160) / 2 = 2,860
  {
    what: 'sound and images by their own prices',
    price: { input: '4', output: '16', audioInput: '32', imageInput: '5', audioOutput: '64' },
    usage: { inputFresh: 60n, inputAudio: 100n, inputImage: 40n, outputVisible: 10n, outputAudio: 30n },
    units: 2_860n,
  },
  // ((100 + 40) x 4 + 30 x 16) / 2 = (560 + 480) / 2 = 520
  {
    what: 'sound and images by the prices of text where they have none',
    price: { input: '4', output: '16' },
    usage: { inputAudio: 100n, inputImage: 40n, outputAudio: 30n },
    units: 520n,
  },
  // 0.01 x 500,000 = 5,000
  { what: 'one call', price: { call: '0.01' }, usage: { calls: 1n }, units: 5_000n },
  // 3 x 0.01 x 500,000 + 1,000 x 0.5 / 2 = 15,000 + 250 = 15,250
  {
    what: 'calls and tokens',
    price: { call: '0.01', input: '0.5' },
    usage: { calls: 3n, inputFresh: 1_000n },
    units: 15_250n,
  },
  // 1,000 x 0.15 / 2 x 0.8 = 75 x 0.8 = 60
  {
    what: 'a ratio below one',
    price: { input: '0.15' },
    ratio: '0.8',
    usage: { inputFresh: 1_000n },
    units: 60n,
  },
  // (1,000 x 2 / 2 + 0.001 x 500,000) x 1.5 = (1,000 + 500) x 1.5 = 2,250
  {
    what: 'a ratio above one, on tokens and calls alike',
    price: { input: '2', call: '0.001' },
    ratio: '1.5',
    usage: { inputFresh: 1_000n, calls: 1n },
    units: 2_250n,
  },
  { what: 'a ratio of zero', price: { input: '2' }, ratio: '0', usage: { inputFresh: 1_000n }, units: 0n },
  // 1 x 1 / 2 = 0.5 exactly: away from zero
  { what: 'exactly half', price: { input: '1' }, usage: { inputFresh: 1n }, units: 1n },
  // 1 x 0.999999999 / 2 = 0.4999999995
  { what: 'a hair below half', price: { input: '0.999999999' }, usage: { inputFresh: 1n }, units: 0n },
  // 7 x 5 / 2 = 17.5
  { what: 'exactly half above a whole', price: { input: '5' }, usage: { inputFresh: 7n }, units: 18n },
  // 0.2 + 0.2 + 0.2 = 0.6 (rounded one by one it would be 0)
  {
    what: 'one rounding at the end',
    price: { input: '0.4', cacheRead: '0.4', output: '0.4' },
    usage: { inputFresh: 1n, inputCacheRead: 1n, outputVisible: 1n },
    units: 1n,
  },
  // 3 x 0.333333 / 2 x 0.333333 = 0.1666663...
  {
    what: 'a small part of a unit',
    price: { input: '0.333333' },
    ratio: '0.333333',
    usage: { inputFresh: 3n },
    units: 0n,
  },
  // 1,000,000 x 0.000000001 / 2 = 0.0005; a thousand times as much is 0.5
  {
    what: 'the smallest price, just enough of it',
    price: { input: '0.000000001' },
    usage: { inputFresh: 1_000_000_000n },
    units: 1n,
  },
  { what: 'nothing', price: { input: '3', call: '1' }, usage: {}, units: 0n },
  // 123,456,789,012,345 x 600 / 2 = 37,037,036,703,703,500
  {
    what: 'more than a float can count',
    price: { output: '600' },
    usage: { outputVisible: 123_456_789_012_345n },
    units: 37_037_036_703_703_500n,
  },
];

const noUsage: Usage = {
  inputFresh: 0n,
  inputCacheRead: 0n,
  inputCacheWrite: 0n,
  outputVisible: 0n,
  outputReasoning: 0n,
  inputAudio: 0n,
  inputImage: 0n,
  outputAudio: 0n,
  calls: 0n,
  inputCacheWrite1h: 0n,
  metered: [],
};

for (const { what, price, ratio = '1', usage, units } of cases) {
  test(`costs ${units}: ${what}`, () => {
    const row = readPrices([Price.fromPartial({ ...price, model: 'm' })]).get('m');
    const millionths = parseDecimal(ratio, ratioDigits);
    if (!row || millionths === undefined) throw new Error('the case itself is wrong');
    expect(amountOf({ ...noUsage, ...usage }, row, millionths)).toBe(units);
  });
}

test('half is rounded away from zero below zero as well', () => {
  expect([-5n, -3n, -1n, 1n, 3n].map((half) => divideHalfAwayFromZero(half, 2n))).toEqual([
    -3n,
    -2n,
    -1n,
    1n,
    2n,
  ]);
  expect(divideHalfAwayFromZero(-149n, 100n)).toBe(-1n);
});

test('a bound is the next whole unit and never below what is billed', () => {
  const bound = (price: string, ratio: string): bigint =>
    boundOf(parseDecimal(price, priceDigits) ?? 0n, parseDecimal(ratio, ratioDigits) ?? 0n);
  // 0.15 x 500,000 = 75,000; x 0.8 = 60,000
  expect(bound('0.15', '1')).toBe(75_000n);
  expect(bound('0.15', '0.8')).toBe(60_000n);
  // 0.000001 x 500,000 = 0.5; 0.000003 x 500,000 x 0.7 = 1.05
  expect(bound('0.000001', '1')).toBe(1n);
  expect(bound('0.000003', '0.7')).toBe(2n);
  expect(bound('0', '1')).toBe(0n);
});
