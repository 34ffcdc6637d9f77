import { expect, test } from 'vitest';
import { readTokens } from './read-tokens.ts';

test('tokens that a vendor counts are whole', () => {
  expect([108_000, 7.6, 2 ** 30].map(readTokens)).toEqual([108_000n, 8n, 2n ** 30n]);
});

test.each([0, -1, '7', undefined, Number.NaN, Number.POSITIVE_INFINITY, 4_294_967_295])(
  '%s is no count of tokens',
  (value) => {
    expect(readTokens(value)).toBeUndefined();
  },
);
