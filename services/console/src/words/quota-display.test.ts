import { expect, test } from 'vitest';
import { createFormat } from './format.ts';
import { quotaDisplayOf } from './quota-display.ts';

const rates = { usd_exchange_rate: '7.3', custom_exchange_rate: '100' };

test.each([
  ['USD', '$1.00'],
  ['CNY', '¥7.30'],
  ['CUSTOM', '¤100.00'],
  ['TOKENS', '500,000'],
] as const)('one dollar of quota is shown as %s: %s', (shown, text) => {
  const display = quotaDisplayOf({ quota_display_type: shown, ...rates });
  expect(createFormat('en', display).quota(500_000)).toBe(text);
});
