import { expect, test } from 'vitest';
import { readAskedTier, readServiceTier, withServiceTier } from './service-tier.ts';
import { noUsage } from './usage.ts';

test.each([
  ['priority', 'priority'],
  ['FLEX', 'flex'],
  ['fast', 'fast'],
  ['ON_DEMAND_PRIORITY', 'priority'],
  ['ON_DEMAND', undefined],
  ['default', undefined],
  ['standard', undefined],
  ['auto', undefined],
  ['', undefined],
  [null, undefined],
  [7, undefined],
  ['x'.repeat(1_000), undefined],
])('%j names the tier %j', (word, tier) => {
  expect(readServiceTier(word)).toBe(tier);
});

test.each([
  ['fast', 'priority'],
  ['priority', 'priority'],
  ['flex', 'flex'],
  ['auto', undefined],
])('a request for %s is one for %s', (word, tier) => {
  expect(readAskedTier(word)).toBe(tier);
});

test('usage of the usual tier says nothing of it', () => {
  expect(withServiceTier(noUsage, 'default')).toEqual(noUsage);
  expect(withServiceTier(noUsage, 'flex')).toEqual({ ...noUsage, serviceTier: 'flex' });
  expect(withServiceTier(undefined, 'flex')).toBeUndefined();
});
