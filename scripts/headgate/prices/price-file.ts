/** What a file of prices says, in the form of the configuration's `models`. */
export interface PriceFile {
  models: Record<string, { price: unknown }>;
  /** A line for each model that was left out although it was asked for. */
  skipped: Record<string, string>;
}

/** The service tiers that tables tell prices of: `MODEL@TIER` is what the model costs there. */
export const pricedTiers = ['priority', 'flex'] as const;

/** Those that they tell factors of: what is served quicker, in one country, or both. */
export const multipliedTiers = ['fast', 'us', 'fast+us'] as const;

const serviceTiers = [...pricedTiers, ...multipliedTiers];

/** The model that a row is for, at whatever service tier. */
export function modelOf(name: string): string {
  const tier = serviceTiers.find((known) => name.endsWith(`@${known}`));
  return tier ? name.slice(0, -`@${tier}`.length) : name;
}
