/** The tiers, and places, that vendors are known to have a price for beside the usual one. */
const tiers = ['priority', 'flex', 'fast', 'us', 'fast+us'];

/** The service tier that a row of prices is for, `MODEL@TIER`: nobody asks for such a model, so no channel serves it. */
export function serviceTierOf(name: string): string | undefined {
  return tiers.find((tier) => name.endsWith(`@${tier}`) && name.length > tier.length + 1);
}
