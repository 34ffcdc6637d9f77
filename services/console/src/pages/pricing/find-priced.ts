import type { GroupRatio, PricedModel, Pricing } from '../../api/pricing.ts';

/** The models whose name has a text in it, of all groups or those served in one. */
export function findPriced(
  { models }: Pricing,
  { keyword, group }: { keyword: string; group: string },
): PricedModel[] {
  const text = keyword.toLowerCase();
  return models.filter(
    ({ model, groups }) => model.toLowerCase().includes(text) && (group === '' || groups.includes(group)),
  );
}

/** By what a model's price is multiplied in a group; 1 where none is chosen. */
export function ratioIn(group: GroupRatio | undefined, { price_model: name }: PricedModel): number {
  return Number(group?.models[name] ?? group?.ratio ?? 1);
}
