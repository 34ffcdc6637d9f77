import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { Price } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import type { ModelEntry } from '../document/models.ts';
import { fromPrice } from './from-price.ts';
import { toPrice } from './to-price.ts';

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

test('a model that costs something beyond its own input and output alone says what those cost', () => {
  const tier = { above: 200_000n, ...rates('3', '15') };
  expect(fromPrice(price({ tiers: [tier] }))).toMatchObject({
    input: '0',
    tiers: [{ above: 200_000, input: '3', output: '15' }],
  });
  expect(fromPrice(price({ reasoning: '5' }))).toMatchObject({ input: '0', reasoning: '5' });
});

const few = fc.constantFrom('0', '0', '0', '1', '2.5');
const classes = fc.record({
  input: few,
  cacheRead: few,
  cacheWrite: few,
  cacheWrite1h: few,
  output: few,
  reasoning: few,
  audioInput: few,
  imageInput: few,
  audioOutput: few,
});
const tier = fc.tuple(fc.bigInt(1n, 3n), classes).map(([above, of]) => ({ above, ...of }));
const { SECOND, CHARACTER, AUDIO_INPUT_MINUTE, TOOL_CALL } = MeteredUnit;
const metered = fc
  .record({ unit: fc.constantFrom(SECOND, CHARACTER, AUDIO_INPUT_MINUTE, TOOL_CALL), price: few })
  .map((of) => ({ ...of, variant: of.unit === TOOL_CALL ? 'search' : '' }));
const written = fc
  .record({
    of: classes,
    call: few,
    tiers: fc.uniqueArray(tier, { maxLength: 2, selector: ({ above }) => above }),
    metered: fc.uniqueArray(metered, { maxLength: 3, selector: ({ unit }) => unit }),
  })
  .map(({ of, ...more }) => price({ ...of, ...more }));

type Classes = ReturnType<typeof rates>;

/** What the ledger reads where a row, or a tier over its row, leaves a class out. */
function fill(of: Classes, row: Partial<Classes> = {}): Classes {
  const say = (name: keyof Classes, otherwise: string): string => of[name] || row[name] || otherwise;
  const [input, output] = [say('input', '0'), say('output', '0')];
  const cacheWrite = say('cacheWrite', input);
  return {
    input,
    cacheRead: say('cacheRead', input),
    cacheWrite,
    cacheWrite1h: say('cacheWrite1h', cacheWrite),
    output,
    reasoning: say('reasoning', output),
    audioInput: say('audioInput', input),
    imageInput: say('imageInput', input),
    audioOutput: say('audioOutput', output),
  };
}

test('whatever price is written as a file has it is the same again when it is read, and is taken', () => {
  fc.assert(
    fc.property(written, (before) => {
      const entry: ModelEntry = { price: fromPrice(before) };
      const sent = toPrice('m', entry);
      const tiers = sent.tiers.map((of) => ({ ...of, ...fill(of, sent) }));
      expect({ ...sent, ...fill(sent), call: sent.call || '0', tiers }).toEqual({
        ...before,
        metered: expect.toSatisfy((items) => sortMetered(items) === sortMetered(before.metered)),
      });
      const isNamed = [sent.input, sent.output, sent.call].some((text) => text !== '');
      expect(isNamed || sent.metered.some(({ unit }) => unit !== TOOL_CALL)).toBe(true);
    }),
  );
});

/** A file has units in an order of its own. */
function sortMetered(items: Price['metered']): string {
  return items
    .map(({ unit, variant, price: text }) => `${unit} ${variant} ${text}`)
    .sort()
    .join();
}
