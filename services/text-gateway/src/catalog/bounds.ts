import { multiplyRate } from '@headgate/proto/bounds';
import type { Metered } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Bound, GetBoundsResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { quantityPerPrice } from '@headgate/proto/metered';
import { findVariantRate } from './variant-rate.ts';

/** Upper bounds of what requests cost, as the ledger published them. Immutable. */
export interface Bounds {
  /** The price version that requests admitted under these bounds are billed by. */
  version: bigint;
  of(priceModel: string, group: string): Bound | undefined;
}

export function indexBounds(version: bigint, bounds: readonly Bound[]): Bounds {
  const byGroup = new Map<string, Map<string, Bound>>();
  for (const bound of bounds) {
    const byModel = byGroup.get(bound.group) ?? new Map<string, Bound>();
    byGroup.set(bound.group, byModel);
    byModel.set(bound.model, bound);
  }
  return { version, of: (priceModel, group) => byGroup.get(group)?.get(priceModel) };
}

/** What a ledger answered who was asked for bounds by ratio; one of before tells all of them. */
export function readBounds({ version, bounds, rates, ratios }: GetBoundsResponse): Bounds {
  if (rates.length === 0) return indexBounds(version, bounds);
  const rateOf = new Map(rates.map((rate) => [rate.model, rate]));
  const byGroup = new Map(
    ratios.map(({ group, base, models }) => {
      const own = new Map(models.map(({ model, ratio }) => [model, ratio]));
      // Bounds that were asked for: of all models in all groups there may be millions.
      return [group, { base, own, bounds: new Map<string, Bound>() }];
    }),
  );
  function of(priceModel: string, group: string): Bound | undefined {
    const [rate, known] = [rateOf.get(priceModel), byGroup.get(group)];
    if (!rate || !known) return undefined;
    const found = known.bounds.get(priceModel);
    if (found) return found;
    const bound = multiplyRate(rate, group, known.own.get(priceModel) ?? known.base);
    known.bounds.set(priceModel, bound);
    return bound;
  }
  return { version, of };
}

const tokensPerRate = 1_000_000n;

/** The most that this much usage can cost, rounded up to whole units. Rates are units per million tokens. */
export function costBound(
  bound: Bound,
  usage: { inputTokens: bigint; outputTokens: bigint; calls: bigint; metered?: readonly Metered[] },
): bigint {
  const tokens = usage.inputTokens * bound.input + usage.outputTokens * bound.output;
  let units = divideUp(tokens, tokensPerRate) + usage.calls * bound.call;
  for (const { unit, variant, quantity } of usage.metered ?? []) {
    const priced = bound.metered.filter((row) => row.unit === unit);
    const rates = new Map(priced.map((row) => [row.variant, row.units]));
    units += divideUp(quantity * (findVariantRate(rates, variant) ?? 0n), quantityPerPrice[unit]);
  }
  return units;
}

function divideUp(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor;
}
