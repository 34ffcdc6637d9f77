import type { Bounds } from './bounds.ts';

/**
 * The row that a model is billed by where it is served at a service tier: `MODEL@TIER` where that has a price in the group, and
 * the model's own otherwise.
 */
export function priceRowOf(
  bounds: Bounds,
  group: string,
  priceModel: string,
  serviceTier: string | undefined,
): string {
  if (serviceTier === undefined) return priceModel;
  const row = `${priceModel}@${serviceTier}`;
  return bounds.of(row, group) ? row : priceModel;
}
