import type { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { boundOf } from './amount.ts';
import type { PriceBook } from './price-book.ts';

/** The most that each model can cost in each group. */
export function boundsOf({ prices, ratios }: PriceBook): Bound[] {
  return [...prices].flatMap(([model, price]) => {
    const { inputFresh, inputCacheRead, inputCacheWrite, inputAudio, inputImage } = price;
    const input = largest(inputFresh, inputCacheRead, inputCacheWrite, inputAudio, inputImage);
    const output = largest(price.outputVisible, price.outputReasoning, price.outputAudio);
    return [...ratios].map(([group, ratio]) => ({
      model,
      group,
      input: boundOf(input, ratio),
      output: boundOf(output, ratio),
      call: boundOf(price.call, ratio),
    }));
  });
}

function largest(...values: readonly bigint[]): bigint {
  return values.reduce((most, value) => (value > most ? value : most), 0n);
}
