import { expect, test } from 'vitest';
import type { Bounds } from './bounds.ts';
import { priceRowOf } from './price-row.ts';

test.each([
  [['m@fast+us', 'm@fast', 'm@us'], 'fast+us', 'm@fast+us'],
  [['m@fast', 'm@us'], 'fast+us', 'm@fast'],
  [['m@us'], 'fast+us', 'm@us'],
  [['m@us'], 'fast', 'm'],
  [['m@fast'], 'fast', 'm@fast'],
  [[], 'fast+us', 'm'],
  [['m@fast'], undefined, 'm'],
])('of %j what is served at %s is billed by %s', (priced, tier, row) => {
  const bounds = { of: (name: string) => (priced.includes(name) ? {} : undefined) } as unknown as Bounds;
  expect(priceRowOf(bounds, 'default', 'm', tier)).toBe(row);
});
