import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Price, PriceTier } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import { sayPriceChange } from './say-price-change.ts';

/** A price as the ledger writes it: with every class named. */
function full({ input = '0', output = '0', ...of }: Partial<Price>): Price {
  const rates = { input, cacheRead: input, cacheWrite: input, cacheWrite1h: of.cacheWrite ?? input };
  const more = { output, reasoning: output, audioInput: input, imageInput: input, audioOutput: output };
  return Price.fromPartial({ model: 'm', call: '0', ...rates, ...more, ...of });
}

const say = (before: Price | undefined, after: Price | undefined) =>
  sayPriceChange({ model: 'm', before, after });

test('a changed price says what was and what is, and not what follows from it', () => {
  expect(say(full({ input: '1', output: '2' }), full({ input: '1.5', output: '2', cacheRead: '0.1' }))).toBe(
    'price m: input 1 -> 1.5, cache_read 1 -> 0.1',
  );
});

test('a new price says what it names', () => {
  const metered = [{ unit: MeteredUnit.TOOL_CALL, variant: 'web_search', price: '10' }];
  const { model: _, call: __, tiers: ___, metered: ____, ...rates } = full({ input: '3', output: '4' });
  const tiers = [PriceTier.fromPartial({ ...rates, above: 200_000n })];
  expect(say(undefined, full({ input: '1', output: '2', cacheWrite: '1.25', tiers, metered }))).toBe(
    'price m: input 1, cache_write 1.25, output 2, above 200000: input 3, above 200000: output 4, tools.web_search 10',
  );
  expect(say(undefined, full({}))).toBe('price m: free');
});

test('what comes and what goes is said', () => {
  const second = (price: string) => [{ unit: MeteredUnit.SECOND, variant: '', price }];
  expect(say(full({ metered: second('1') }), full({ call: '2' }))).toBe(
    'price m: call 0 -> 2, second 1 -> none',
  );
  expect(say(full({}), undefined)).toBe('price m: removed');
});
