import { perUnit } from '@headgate/proto/bounds';
import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { type BillLine, type BillRate, Derivation } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { quantityPerPrice } from '@headgate/proto/metered';
import { parts, productOf, sumOf } from './amount.ts';
import { type Charge, chargesOf, inputOf } from './charges.ts';
import { priceDigits, ratioDigits } from './decimal.ts';
import { formatFraction, formatScaled } from './exact.ts';
import { type Price, tierOf, tokenClasses } from './price.ts';
import type { PriceBook } from './price-book.ts';
import { ratioOf } from './ratio.ts';
import { unitNames } from './unit-names.ts';

/** Nano-dollars in one dollar. */
const perDollar = 10n ** BigInt(priceDigits);
const tokensPerPrice = 1_000_000n;

/** Works a bill out anew, keeping every step. `book` is undefined when there was no such version. */
export function derive(
  usage: Usage,
  { priceModel, group }: { priceModel: string; group: string },
  book: PriceBook | undefined,
): Derivation {
  const price = book?.prices.get(priceModel);
  const groupRatio = book?.ratios.get(group);
  if (!book) return Derivation.fromPartial({ unpriced: 'there was no such price version' });
  if (!price) return Derivation.fromPartial({ unpriced: `"${priceModel}" had no price` });
  if (!groupRatio) return Derivation.fromPartial({ unpriced: `the group "${group}" had no ratio` });
  const charges = chargesOf(usage, price);
  if (!charges) return Derivation.fromPartial({ unpriced: 'something that was used had no price' });
  const inputTokens = inputOf(usage);
  const tier = tierOf(price, inputTokens);
  const ratio = ratioOf(groupRatio, priceModel);
  const sum = charges.reduce((total, charge) => total + productOf(charge), 0n);
  return {
    unpriced: '',
    rates: ratesOf({ ...price, ...tier?.rates }),
    inputTokens,
    tiers: price.tiers.map(({ above }) => above),
    tier: tier?.above ?? 0n,
    ratio: formatScaled(ratio, ratioDigits),
    ratioOfModel: groupRatio.models.has(priceModel),
    lines: charges.map(toLine),
    sumUsd: formatFraction(sum, parts * perDollar),
    exactUnits: formatFraction(sum * ratio, parts * perUnit),
    units: sumOf(charges, ratio),
  };
}

function ratesOf(price: Price): BillRate[] {
  const named = (what: string, variant: string, rate: bigint, per: bigint) => {
    return { what, variant, usd: formatScaled(rate, priceDigits), per };
  };
  return [
    ...tokenClasses.map((what) => named(what, '', price[what], tokensPerPrice)),
    named('call', '', price.call, 1n),
    ...[...price.metered].flatMap(([unit, rates]) =>
      [...rates].map(([variant, rate]) => named(unitNames[unit], variant, rate, quantityPerPrice[unit])),
    ),
  ];
}

function toLine(charge: Charge): BillLine {
  const { what, variant, quantity, rate, per } = charge;
  return {
    quantity,
    rate: { what, variant, usd: formatScaled(rate, priceDigits), per },
    usd: formatFraction(productOf(charge), parts * perDollar),
  };
}
