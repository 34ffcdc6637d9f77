import { expect, test } from 'vitest';
import { formatFraction, formatScaled } from './exact.ts';

test.each([
  [150_000_000n, 9, '0.15'],
  [2_000_000_000n, 9, '2'],
  [1n, 9, '0.000000001'],
  [0n, 6, '0'],
  [-1_250_000n, 6, '-1.25'],
])('%d of the last of %d places is %s', (value, digits, text) => {
  expect(formatScaled(value, digits)).toBe(text);
});

test.each([
  [1n, 8n, '0.125'],
  [5_145n, 10n, '514.5'],
  [1n, 3n, '1/3'],
  [-20n, 60n, '-1/3'],
  [7n, 1n, '7'],
  [0n, 9n, '0'],
])('%d over %d is %s', (dividend, divisor, text) => {
  expect(formatFraction(dividend, divisor)).toBe(text);
});
