import { expect, test } from 'vitest';
import { serviceTierOf } from './service-tier.ts';

test.each([
  ['gpt-4o@priority', 'priority'],
  ['claude@20250101@flex', 'flex'],
  ['claude@20250101', undefined],
  ['gpt-4o', undefined],
  ['@flex', undefined],
  ['flex', undefined],
])('%s is of tier %s', (name, tier) => {
  expect(serviceTierOf(name)).toBe(tier);
});
