import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { toUsd } from './usd.ts';

test.each([
  [0n, '0'],
  [5_250_000n, '10.5'],
  [1n, '0.000002'],
  [-1n, '-0.000002'],
  [-750_000n, '-1.5'],
])('%s units are %s dollars', (units, usd) => {
  expect(toUsd(units)).toBe(usd);
});

test('any amount is written exactly, as short as can be', () => {
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (units) => {
      const [, sign, whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d*[1-9]))?$/.exec(toUsd(units)) ?? [];
      expect(BigInt(`${sign}${whole}${fraction.padEnd(6, '0')}`)).toBe(2n * units);
    }),
  );
});
