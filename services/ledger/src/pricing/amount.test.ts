import { boundOf } from '@headgate/proto/bounds';
import { expect, test } from 'vitest';
import { divideHalfAwayFromZero } from './amount.ts';
import { parseDecimal, priceDigits, ratioDigits } from './decimal.ts';

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
