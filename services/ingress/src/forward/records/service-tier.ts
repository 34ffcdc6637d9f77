/** The tiers, and places, that vendors are known to have a price for beside the usual one. */
const tiers = ['priority', 'flex', 'fast', 'us', 'fast+us'];

/**
 * The service tier by whose row, `MODEL@TIER`, something was billed. What else stands behind an @ may be of an upstream's name, which
 * users are not shown.
 */
export function serviceTierOf(priceModel: string): string | undefined {
  const tier = priceModel.slice(priceModel.lastIndexOf('@') + 1);
  return priceModel.includes('@') && tiers.includes(tier) ? tier : undefined;
}
