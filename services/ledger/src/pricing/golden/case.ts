import type { Metered, MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { type MeteredPrice, type Price, PriceTier } from '@headgate/proto/gen/headgate/ledger/v1/ledger';

/** Decimals of a price are in dollars, as in a price row. */
export type Case = [
  what: string,
  units: bigint,
  price: Partial<Price>,
  usage: Partial<Usage>,
  ratio?: string,
];
export type Tables = Record<string, Case[]>;

export function per(unit: MeteredUnit, prices: Record<string, string>): MeteredPrice[] {
  return Object.entries(prices).map(([variant, price]) => ({ unit, variant, price }));
}

export function used(unit: MeteredUnit, quantity: bigint, variant = ''): Metered {
  return { unit, variant, quantity };
}

export function above(tokens: bigint, tier: Partial<PriceTier>): PriceTier {
  return PriceTier.fromPartial({ ...tier, above: tokens });
}
