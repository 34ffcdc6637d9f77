import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { boundOf } from './amount.ts';
import type { Price, VariantRates } from './price.ts';
import type { PriceBook } from './price-book.ts';
import { ratioOf } from './ratio.ts';

/**
 * The most that each model can cost in each group: by the dearest class of each side, in whatever tier. Models that are
 * priced by second are the media service's: without a bound no text request is admitted to them.
 */
export function boundsOf({ prices, ratios }: PriceBook): Bound[] {
  return [...prices].flatMap(([model, price]) => {
    if (price.metered.has(MeteredUnit.SECOND)) return [];
    const { input, output, metered } = dearestOf(price);
    return [...ratios].map(([group, of]) => {
      const ratio = ratioOf(of, model);
      return {
        model,
        group,
        input: boundOf(input, ratio),
        output: boundOf(output, ratio),
        call: boundOf(price.call, ratio),
        metered: metered.map(({ rate, ...of }) => ({ ...of, units: boundOf(rate, ratio) })),
      };
    });
  });
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
    output: largest([
      ...rows.flatMap((row) => [row.outputVisible, row.outputReasoning, row.outputAudio]),
      // What is put out may be an image.
      ...(price.metered.get(MeteredUnit.IMAGE_OUTPUT_TOKEN)?.values() ?? []),
    ]),
    metered: [...price.metered].flatMap(([unit, rates]) => variantsOf(unit, rates)),
  };
}

/** Whoever asks for images says which: what is reserved for them is their own price. */
function variantsOf(
  unit: MeteredUnit,
  rates: VariantRates,
): { unit: MeteredUnit; variant: string; rate: bigint }[] {
  if (unit !== MeteredUnit.IMAGE) return [{ unit, variant: '', rate: largest([...rates.values()]) }];
  return [...rates].map(([variant, rate]) => ({ unit, variant, rate }));
}

function largest(values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}
