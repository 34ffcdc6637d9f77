/** The tiers that vendors are known to have beside the usual one. */
const tiers = ['priority', 'flex', 'fast'];

/** The service tier that a row of prices is for, `MODEL@TIER`: nobody asks for such a model, so no channel serves it. */
export function serviceTierOf(name: string): string | undefined {
  return tiers.find((tier) => name.endsWith(`@${tier}`) && name.length > tier.length + 1);
}
