import { expect, test } from 'vitest';
import { decimal, quotaUnits } from './decimal.ts';

test.each([
  [0.15, '0.15'],
  [0, '0'],
  [1, '1'],
  [0.1 + 0.2, undefined],
  [1e-7, '0.0000001'],
  [2.5e-8, '0.000000025'],
  [1.5e-9, undefined],
  [1e21, undefined],
  [-0.1, undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ['0.60', '0.60'],
  ['1e3', undefined],
  ['.5', undefined],
  [' 1', undefined],
  ['', undefined],
  [null, undefined],
  [true, undefined],
  ['1234567890123', undefined],
])('%s is the decimal %s', (value, expected) => {
  expect(decimal.safeParse(value).data).toBe(expected);
});

test.each([
  [1.5, 750_000n],
  [0.000002, 1n],
  [0.000001, undefined],
  ['10', 5_000_000n],
  [1_000_000_000, 500_000_000_000_000n],
  ['1000000000.000002', undefined],
])('%s dollars are %s units', (value, expected) => {
  expect(quotaUnits.safeParse(value).data).toBe(expected);
});
