import type {
  PriceTier,
  Price as SentPrice,
  PriceChange as SentPriceChange,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { PriceChange } from './apply-prices.ts';
import { priceDigits } from './decimal.ts';
import { formatScaled } from './exact.ts';
import type { Price, TokenRates } from './price.ts';

export function writeChange({ model, before, after }: PriceChange): SentPriceChange {
  return { model, before: before && writePrice(model, before), after: after && writePrice(model, after) };
}

/** A price as it would be sent to say the same, with every class named. */
export function writePrice(model: string, price: Price): SentPrice {
  return {
    model,
    ...writeRates(price),
    call: write(price.call),
    tiers: price.tiers.map(({ above, rates }) => ({ above, ...writeRates(rates) })),
    metered: [...price.metered].flatMap(([unit, rates]) =>
      [...rates].map(([variant, rate]) => ({ unit, variant, price: write(rate) })),
    ),
  };
}

function writeRates(rates: TokenRates): Omit<PriceTier, 'above'> {
  return {
    input: write(rates.inputFresh),
    cacheRead: write(rates.inputCacheRead),
    cacheWrite: write(rates.inputCacheWrite),
    cacheWrite1h: write(rates.inputCacheWrite1h),
    output: write(rates.outputVisible),
    reasoning: write(rates.outputReasoning),
    audioInput: write(rates.inputAudio),
    imageInput: write(rates.inputImage),
    audioOutput: write(rates.outputAudio),
  };
}

function write(rate: bigint): string {
  return formatScaled(rate, priceDigits);
}
