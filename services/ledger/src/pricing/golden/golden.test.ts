/**
 * What requests cost, by hand: every number of units is worked out in the comment above it, never by the product. One
 * dollar is 500,000 units, so tokens cost tokens x price / 1,000,000 x 500,000 = tokens x price / 2.
 */
import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { describe, expect, test } from 'vitest';
import { amountOf } from '../amount.ts';
import { parseDecimal, ratioDigits } from '../decimal.ts';
import { readPrices } from '../read-prices.ts';
import { arithmetic } from './arithmetic.ts';
import { lengthsAndCalls } from './lengths-and-calls.ts';
import { tokens } from './tokens.ts';
import { units as metered } from './units.ts';

const tables = { ...tokens, ...lengthsAndCalls, ...metered, ...arithmetic };

for (const [title, cases] of Object.entries(tables)) {
  describe(title, () => {
    test.each(cases)('%s: %s', (_what, units, price, usage, ratio = '1') => {
      const row = readPrices([Price.fromPartial({ ...price, model: 'm' })]).get('m');
      const millionths = parseDecimal(ratio, ratioDigits);
      if (!row || millionths === undefined) throw new Error('the case itself is wrong');
      expect(amountOf(Usage.fromPartial(usage), row, millionths)).toBe(units);
    });
  });
}

test('there are at least sixty', () => {
  expect(Object.values(tables).flat().length).toBeGreaterThanOrEqual(60);
});
