import { multiplyRate } from '@headgate/proto/bounds';
import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Bound, BoundRatio, MeteredBound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Price, VariantRates } from './price.ts';
import type { PriceBook } from './price-book.ts';
import { ratioOf } from './ratio.ts';

/**
 * The most that each model can cost before the ratio of a group, in nano-dollars: by the dearest class of each side, in whatever
 * tier. Models that are priced by second are the media service's: without a bound no text request is admitted to them.
 */
export function ratesOf({ prices }: PriceBook): Bound[] {
  return [...prices].flatMap(([model, price]) =>
    price.metered.has(MeteredUnit.SECOND) ? [] : [{ model, group: '', ...dearestOf(price) }],
  );
}

/** What the rates are multiplied by, group by group. */
export function boundRatiosOf({ ratios }: PriceBook): BoundRatio[] {
  return [...ratios].map(([group, { base, models }]) => {
    return { group, base, models: [...models].map(([model, ratio]) => ({ model, ratio })) };
  });
}

/** The rates of each model in each group, in quota units. */
export function boundsOf(book: PriceBook): Bound[] {
  return ratesOf(book).flatMap((rate) =>
    [...book.ratios].map(([group, of]) => multiplyRate(rate, group, ratioOf(of, rate.model))),
  );
}

function dearestOf(price: Price) {
  const rows = [price, ...price.tiers.map(({ rates }) => rates)];
  return {
    input: largest(
      rows.flatMap((row) => [
        row.inputFresh,
        row.inputCacheRead,
        row.inputCacheWrite,
        row.inputCacheWrite1h,
        row.inputAudio,
        row.inputImage,
      ]),
    ),
    call: price.call,
    output: largest([
      ...rows.flatMap((row) => [row.outputVisible, row.outputReasoning, row.outputAudio]),
      // What is put out may be an image.
      ...(price.metered.get(MeteredUnit.IMAGE_OUTPUT_TOKEN)?.values() ?? []),
    ]),
    metered: [...price.metered].flatMap(([unit, rates]) => variantsOf(unit, rates)),
  };
}

/** Whoever asks for images says which: what is reserved for them is their own price. */
function variantsOf(unit: MeteredUnit, rates: VariantRates): MeteredBound[] {
  if (unit !== MeteredUnit.IMAGE) return [{ unit, variant: '', units: largest([...rates.values()]) }];
  return [...rates].map(([variant, units]) => ({ unit, variant, units }));
}

function largest(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}
