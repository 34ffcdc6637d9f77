/** What any usage costs by any price, against fractions that are worked out from the texts of the row alone. */
import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { Price, PriceTier } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { quantityPerPrice } from '@headgate/proto/metered';
import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { amountOf } from './amount.ts';
import { boundsOf } from './bounds.ts';
import { parseDecimal, ratioDigits } from './decimal.ts';
import { derive } from './derive.ts';
import type { PriceBook } from './price-book.ts';
import { fromRow, toRow } from './price-row.ts';
import { readPrices } from './read-prices.ts';
import { writePrice } from './write-price.ts';

const { CHARACTER, AUDIO_INPUT_MINUTE, AUDIO_OUTPUT_MINUTE, IMAGE, SECOND, TOOL_CALL } = MeteredUnit;

function decimal(digits: number): fc.Arbitrary<string> {
  const some = fc.tuple(fc.nat(999), fc.nat(999_999_999), fc.integer({ min: 1, max: digits }));
  const exact = some.map(([whole, part, places]) => {
    return `${whole}.${String(part).padStart(9, '0').slice(0, places)}`;
  });
  // Mostly whole ones, so that halves come up.
  const plain = { weight: 9, arbitrary: fc.constantFrom('0', '1', '1', '2', '3', '5.0', '007') };
  return fc.oneof(plain, { weight: 1, arbitrary: exact });
}

const price = decimal(9);
const named = { weight: 2, arbitrary: price };
const text = fc.oneof(named, { weight: 1, arbitrary: fc.constant('') });
const ratesOf = (input: fc.Arbitrary<string>) => ({
  input,
  cacheRead: text,
  cacheWrite: text,
  cacheWrite1h: text,
  output: text,
  reasoning: text,
  audioInput: text,
  imageInput: text,
  audioOutput: text,
});
const tier = fc.record({ above: fc.bigInt(1n, 300_000n), ...ratesOf(text) });
const metered = fc.record({
  unit: fc.constantFrom(CHARACTER, AUDIO_INPUT_MINUTE, AUDIO_OUTPUT_MINUTE, TOOL_CALL),
  variant: fc.constant(''),
  price,
});
const row = fc
  .record({
    ...ratesOf(price),
    call: text,
    tiers: fc.uniqueArray(tier, { maxLength: 3, selector: ({ above }) => above }),
    metered: fc.uniqueArray(metered, { maxLength: 3, selector: ({ unit }) => unit }),
  })
  .map(({ tiers, ...of }) =>
    Price.fromPartial({ ...of, model: 'm', tiers: tiers.map((of) => PriceTier.fromPartial(of)) }),
  );

const count = fc.oneof(
  fc.bigInt(0n, 5n),
  fc.bigInt(0n, 500_000n),
  fc.constantFrom(2n ** 53n + 1n, 2n ** 63n - 1n),
);
const usage = fc
  .record({
    inputFresh: count,
    inputCacheRead: count,
    inputCacheWrite: count,
    inputCacheWrite1h: count,
    inputAudio: count,
    inputImage: count,
    outputVisible: count,
    outputReasoning: count,
    outputAudio: count,
    calls: fc.bigInt(0n, 2n),
    metered: fc.array(
      metered.chain(({ unit }) => count.map((quantity) => ({ unit, variant: '', quantity }))),
    ),
  })
  .map((of) => Usage.fromPartial(of));

/** Of so many tokens, calls and other things so much each, in dollars as the row has it. */
function linesOf(used: Usage, of: Price): [quantity: bigint, dollars: string, per: bigint][] {
  const cached = used.inputCacheRead + used.inputCacheWrite + used.inputCacheWrite1h;
  const all = used.inputFresh + used.inputAudio + used.inputImage + cached;
  const reached = of.tiers.filter(({ above }) => all > above);
  const highest = reached.sort((one, other) => Number(other.above - one.above))[0];
  const say = (name: keyof Omit<PriceTier, 'above'>, otherwise: string): string =>
    highest?.[name] || of[name] || otherwise;
  const [input, output] = [say('input', '0'), say('output', '0')];
  const cacheWrite = say('cacheWrite', input);
  const tokens: [bigint, string][] = [
    [used.inputFresh, input],
    [used.inputCacheRead, say('cacheRead', input)],
    [used.inputCacheWrite, cacheWrite],
    [used.inputCacheWrite1h, say('cacheWrite1h', cacheWrite)],
    [used.inputAudio, say('audioInput', input)],
    [used.inputImage, say('imageInput', input)],
    [used.outputVisible, output],
    [used.outputReasoning, say('reasoning', output)],
    [used.outputAudio, say('audioOutput', output)],
  ];
  return [
    ...tokens.map(([quantity, dollars]): [bigint, string, bigint] => [quantity, dollars, 1_000_000n]),
    [used.calls, of.call || '0', 1n],
    ...used.metered.map(({ unit, quantity }): [bigint, string, bigint] => {
      const dollars = of.metered.find((known) => known.unit === unit)?.price ?? '0';
      return [quantity, dollars, quantityPerPrice[unit]];
    }),
  ];
}

type Fraction = [top: bigint, bottom: bigint];

/** Of a decimal, or of what no decimal is: "1/3". */
function fractionOf(text: string): Fraction {
  const [dividend = '0', divisor = '1'] = text.split('/');
  const [whole = '0', part = ''] = dividend.split('.');
  return [BigInt(whole + part), 10n ** BigInt(part.length) * BigInt(divisor)];
}

function isSame([top, bottom]: Fraction, [otherTop, otherBottom]: Fraction): boolean {
  return top * otherBottom === otherTop * bottom;
}

function unitsOf(used: Usage, of: Price, ratio: string): Fraction {
  const dollars = linesOf(used, of).reduce<Fraction>(
    ([top, bottom], [quantity, each, per]) => {
      const [eachTop, eachBottom] = fractionOf(each);
      return [top * eachBottom * per + quantity * eachTop * bottom, bottom * eachBottom * per];
    },
    [0n, 1n],
  );
  const [ratioTop, ratioBottom] = fractionOf(ratio);
  return [dollars[0] * ratioTop * 500_000n, dollars[1] * ratioBottom];
}

test('the amount is the exact one, rounded once, and never above what the bounds say', () => {
  fc.assert(
    fc.property(row, usage, decimal(6), (of, used, ratioText) => {
      const read = readPrices([of]).get('m');
      const ratio = parseDecimal(ratioText, ratioDigits);
      if (!read || ratio === undefined) throw new Error('the case itself is wrong');
      const [top, bottom] = unitsOf(used, of, ratioText);
      const amount = amountOf(used, read, ratio);
      expect(amount).toBe((2n * top + bottom) / (2n * bottom));

      const book: PriceBook = {
        version: 1n,
        prices: new Map([['m', read]]),
        ratios: new Map([['g', { base: ratio, models: new Map() }]]),
      };
      expect(derive(used, { priceModel: 'm', group: 'g' }, book).units).toBe(amount);
      expect(fromRow(JSON.parse(JSON.stringify(toRow(read))))).toEqual(read);
      expect(readPrices([writePrice('m', read)]).get('m')).toEqual(read);

      const [bound] = boundsOf(book);
      const most = (bound?.metered ?? []).map(({ unit, units }) => {
        const quantities = used.metered.filter((item) => item.unit === unit).map(({ quantity }) => quantity);
        return [
          quantities.reduce((sum, quantity) => sum + quantity, 0n) * units,
          quantityPerPrice[unit],
        ] as const;
      });
      const { inputFresh, inputAudio, inputImage, inputCacheRead, inputCacheWrite, inputCacheWrite1h } = used;
      const input =
        inputFresh + inputAudio + inputImage + inputCacheRead + inputCacheWrite + inputCacheWrite1h;
      const output = used.outputVisible + used.outputReasoning + used.outputAudio;
      most.push([input * (bound?.input ?? 0n) + output * (bound?.output ?? 0n), 1_000_000n]);
      most.push([used.calls * (bound?.call ?? 0n), 1n]);
      const bounded = most.reduce((sum, [units, per]) => sum + (units + per - 1n) / per, 0n);
      expect(bounded).toBeGreaterThanOrEqual(amount ?? 0n);
    }),
    { numRuns: 300 },
  );
});

const variant = fc.constantFrom('', '720p', '720p:silent', '1080p:silent', '1024x1024:high');
const shown = { unit: fc.constantFrom(SECOND, IMAGE), variant };
const shownPrices = fc.uniqueArray(fc.record({ ...shown, price }), {
  maxLength: 6,
  selector: ({ unit, variant }) => `${unit} ${variant}`,
});
const shownThings = fc.array(fc.record({ ...shown, quantity: count }), { maxLength: 3 });

test('who has nothing but the texts of a bill comes from its lines to the amount, or is told that there is no price', () => {
  fc.assert(
    fc.property(
      row,
      shownPrices,
      usage,
      shownThings,
      decimal(6),
      (plain, prices, plainly, things, ratioText) => {
        const of = { ...plain, metered: [...plain.metered, ...prices] };
        const used = { ...plainly, metered: [...plainly.metered, ...things] };
        const ratio = parseDecimal(ratioText, ratioDigits);
        const rows = readPrices([of]);
        const read = rows.get('m');
        if (!read || ratio === undefined) throw new Error('the case itself is wrong');
        const ratios = new Map([['g', { base: ratio, models: new Map() }]]);
        const book: PriceBook = { version: 1n, prices: rows, ratios };
        const bill = derive(used, { priceModel: 'm', group: 'g' }, book);
        const amount = amountOf(used, read, ratio);
        expect(bill.unpriced === '').toBe(amount !== undefined);
        if (amount === undefined) return;

        let sum: Fraction = [0n, 1n];
        for (const { quantity, rate, usd } of bill.lines) {
          const [top, bottom] = fractionOf(rate?.usd ?? '');
          const [lineTop, lineBottom] = fractionOf(usd);
          expect(isSame([quantity * top, bottom * (rate?.per ?? 0n)], [lineTop, lineBottom])).toBe(true);
          sum = [sum[0] * lineBottom + lineTop * sum[1], sum[1] * lineBottom];
        }
        expect(isSame(sum, fractionOf(bill.sumUsd))).toBe(true);
        const [ratioTop, ratioBottom] = fractionOf(bill.ratio);
        const [top, bottom] = fractionOf(bill.exactUnits);
        expect(isSame([sum[0] * ratioTop * 500_000n, sum[1] * ratioBottom], [top, bottom])).toBe(true);
        expect([bill.units, amount]).toEqual(Array(2).fill((2n * top + bottom) / (2n * bottom)));
      },
    ),
    { numRuns: 300 },
  );
});
