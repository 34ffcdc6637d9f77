import { expect, test } from 'vitest';
import { showValue } from './show-value.ts';

test.each([
  [undefined, ''],
  [null, ''],
  ['', ''],
  ['vip', 'vip'],
  [false, 'false'],
  [0, '0'],
  [['a', 'b'], 'a, b'],
  [[], ''],
  [{ every: 'day' }, '{"every":"day"}'],
  [[1, 'a'], '[1,"a"]'],
])('%j is shown as %j', (value, text) => {
  expect(showValue(value)).toBe(text);
});
