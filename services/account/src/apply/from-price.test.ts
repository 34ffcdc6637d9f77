import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { expect, test } from 'vitest';
import { fromPrice } from './from-price.ts';

/** As the ledger writes rows: with every class named. */
const rates = (input: string, output: string) => ({
  input,
  cacheRead: input,
  cacheWrite: input,
  cacheWrite1h: input,
  output,
  reasoning: output,
  audioInput: input,
  imageInput: input,
  audioOutput: output,
});
const price = (of: Partial<Price>) => Price.fromPartial({ model: 'm', call: '0', ...rates('0', '0'), ...of });

test('what follows from another class is left out', () => {
  expect(fromPrice(price(rates('3', '15')))).toEqual({ input: '3', output: '15' });
  expect(fromPrice(price({ ...rates('3', '15'), cacheWrite: '3.75', cacheWrite1h: '3.75' }))).toEqual({
    input: '3',
    cache_write: '3.75',
    output: '15',
  });
});

test('a tier says what differs from its row, and from what follows there', () => {
  const tier = { above: 200_000n, ...rates('6', '15') };
  expect(fromPrice(price({ ...rates('3', '15'), tiers: [tier] })).tiers).toEqual([
    { above: 200_000, input: '6' },
  ]);
  // The row names what a cache read costs, so the tier has to say that it costs the same as its input.
  const cached = price({ ...rates('3', '15'), cacheRead: '0.3', tiers: [tier] });
  expect(fromPrice(cached).tiers).toEqual([{ above: 200_000, input: '6', cache_read: '6' }]);
  const kept = price({ ...rates('3', '15'), cacheRead: '0.3', tiers: [{ ...tier, cacheRead: '0.3' }] });
  expect(fromPrice(kept).tiers).toEqual([{ above: 200_000, input: '6' }]);
});

test('what is not counted in tokens stands under its own name', () => {
  const metered = [
    { unit: MeteredUnit.SECOND, variant: '', price: '0.1' },
    { unit: MeteredUnit.SECOND, variant: '1080p', price: '0.2' },
    { unit: MeteredUnit.TOOL_CALL, variant: 'search', price: '10' },
    { unit: MeteredUnit.AUDIO_OUTPUT_MINUTE, variant: '', price: '0.02' },
  ];
  expect(fromPrice(price({ metered }))).toEqual({
    second: { '': '0.1', '1080p': '0.2' },
    tools: { search: '10' },
    minute: { input: undefined, output: '0.02' },
  });
  expect(fromPrice(price({ call: '0.01' }))).toEqual({ call: '0.01' });
});

test('a model that is free says so', () => {
  expect(fromPrice(price({}))).toEqual({ input: '0' });
});
