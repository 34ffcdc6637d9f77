import type { GroupRatio, PricedModel } from '../../api/pricing.ts';

/** By what a model's price is multiplied in a group; 1 where none is chosen. */
export function ratioIn(group: GroupRatio | undefined, { model }: Pick<PricedModel, 'model'>): number {
  return Number(group?.models[model] ?? group?.ratio ?? 1);
}
