import { expect, test } from 'vitest';
import { parseDecimal } from './decimal.ts';

test('decimals are read exactly', () => {
  const read = ['0', '0.15', '00.150', '1', '999999999.999999999'].map((text) => parseDecimal(text, 9));
  expect(read).toEqual([0n, 150_000_000n, 150_000_000n, 1_000_000_000n, 999_999_999_999_999_999n]);
});

for (const text of [
  '',
  '-1',
  '+1',
  '.5',
  '5.',
  '1e3',
  '1,5',
  ' 1',
  '0x1',
  'NaN',
  '0.0000000001',
  '1000000000',
  '١',
]) {
  test(`"${text}" is no decimal of nine digits`, () => {
    expect(parseDecimal(text, 9)).toBeUndefined();
  });
}
