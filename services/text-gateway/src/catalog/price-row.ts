import type { Bounds } from './bounds.ts';

/**
 * The row that a model is billed by where it is served at a service tier: `MODEL@TIER` where that has a price in the group, and
 * the model's own otherwise. Of two choices, `fast+us`, either has a row where both together have none.
 */
export function priceRowOf(
  bounds: Bounds,
  group: string,
  priceModel: string,
  serviceTier: string | undefined,
): string {
  if (serviceTier === undefined) return priceModel;
  const rows = [serviceTier, ...serviceTier.split('+')].map((tier) => `${priceModel}@${tier}`);
  return rows.find((row) => bounds.of(row, group)) ?? priceModel;
}
