import { expect, test } from 'vitest';
import { exactNumber } from './exact-number.ts';

test.each([
  ['0.0125', 0.0125],
  ['7', 7],
  ['0', 0],
  ['3019/750000', 3019 / 750_000],
  ['-1/3', -1 / 3],
])('%s is a number', (text, number) => {
  expect(exactNumber(text)).toBe(number);
});
