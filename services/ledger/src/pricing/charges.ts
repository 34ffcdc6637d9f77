import type { Metered, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { quantityPerPrice } from '@headgate/proto/metered';
import { type Price, type TokenClass, tierOf, tokenClasses } from './price.ts';
import { type UnitName, unitNames } from './unit-names.ts';
import { findVariantRate } from './variant.ts';

/** One line of a bill. */
export interface Charge {
  what: TokenClass | 'call' | UnitName;
  /** Empty where there are no variants. */
  variant: string;
  quantity: bigint;
  /** Nano-dollars for as much as `per`. */
  rate: bigint;
  per: bigint;
}

const tokensPerPrice = 1_000_000n;

/**
 * What a usage is charged, line by line and before any ratio; nothing used is no line. Undefined when it has something
 * whose price the row does not say.
 */
export function chargesOf(usage: Usage, price: Price): Charge[] | undefined {
  const rates = price.tiers.length > 0 ? (tierOf(price, inputOf(usage))?.rates ?? price) : price;
  const charges: Charge[] = [];
  for (const what of tokenClasses) {
    if (usage[what] === 0n) continue;
    charges.push({ what, variant: '', quantity: usage[what], rate: rates[what], per: tokensPerPrice });
  }
  if (usage.calls !== 0n) {
    charges.push({ what: 'call', variant: '', quantity: usage.calls, rate: price.call, per: 1n });
  }
  for (const item of usage.metered) {
    if (item.quantity === 0n) continue;
    const charge = chargeOf(item, price);
    if (!charge) return undefined;
    charges.push(charge);
  }
  return charges;
}

/** All input tokens, cached ones included: what tiers are chosen by. */
export function inputOf(usage: Usage): bigint {
  const cached = usage.inputCacheRead + usage.inputCacheWrite + usage.inputCacheWrite1h;
  return usage.inputFresh + usage.inputAudio + usage.inputImage + cached;
}

function chargeOf({ unit, variant, quantity }: Metered, price: Price): Charge | undefined {
  const rate = findVariantRate(price, unit, variant);
  return rate === undefined
    ? undefined
    : { what: unitNames[unit], variant, quantity, rate, per: quantityPerPrice[unit] };
}
