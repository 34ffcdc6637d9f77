/** Source: Anthropic documentation, "Fast mode", "Service tiers" and "Data residency". */
import { readServiceTier } from '../../../canon/service-tier.ts';

/** What a request asks for, or a usage tells, of capacity that costs otherwise. */
interface Told {
  speed?: unknown;
  service_tier?: unknown;
  inference_geo?: unknown;
}

/** Where everybody is served, and what models say that know of no places. */
const anywhere: ReadonlySet<string> = new Set(['global', 'not_available']);

/** One word for both choices whose prices multiply, how quickly and where: `fast`, `us`, `fast+us`. Undefined for the usual ones. */
export function readTierWord({ speed, service_tier: tier, inference_geo: geo }: Told): string | undefined {
  const words = [readServiceTier(speed) ?? readServiceTier(tier), readGeo(geo)];
  return words.filter((word) => word !== undefined).join('+') || undefined;
}

/** The same of the beginning of a stream; undefined where it says nothing of either. */
export function readWordAtBeginning(told: Told): string | undefined {
  const { speed, inference_geo: geo } = told;
  const isTold = (typeof speed === 'string' && speed !== '') || readGeo(geo) !== undefined;
  return isTold ? (readTierWord(told) ?? 'standard') : undefined;
}

function readGeo(word: unknown): string | undefined {
  const geo = readServiceTier(word);
  return geo !== undefined && anywhere.has(geo) ? undefined : geo;
}
