/** Capacity that vendors sell at another price: faster, or when there is some to spare. */
import type { Usage } from './usage.ts';

/** What vendors call the one that everybody gets; some let the request say that it does not mind. */
const usual: ReadonlySet<string> = new Set([
  '',
  'auto',
  'default',
  'on_demand',
  'standard',
  'standard_only',
  'unspecified',
]);

const longestName = 40;

/**
 * The service tier that a vendor's word names, or a client's: `priority`, `flex`, `fast`. Undefined for the usual one, and for
 * what is no word. Google's traffic types have it behind `ON_DEMAND_`.
 */
export function readServiceTier(word: unknown): string | undefined {
  if (typeof word !== 'string' || word.length > longestName) return undefined;
  const tier = word.toLowerCase().replace(/^on_demand_/, '');
  return usual.has(tier) ? undefined : tier;
}

/** The tier that a request asks for by `service_tier`: `fast` is OpenAI's newer name for the one that its answers call `priority`. */
export function readAskedTier(word: unknown): string | undefined {
  const tier = readServiceTier(word);
  return tier === 'fast' ? 'priority' : tier;
}

/** A vendor's word for the tier at which it serves; undefined where it only repeats that it was left to choose. */
export function readServedAt(word: unknown): string | undefined {
  return typeof word === 'string' && word !== '' && word !== 'auto' ? word : undefined;
}

/** The tier by which an answer is billed that was not counted by the upstream: what it said of it, or what it was asked for. */
export function tierUncounted(
  servedAt: string | undefined,
  askedTier: string | undefined,
): string | undefined {
  return servedAt === undefined ? askedTier : readServiceTier(servedAt);
}

/** OpenAI's words for the tiers that it knows besides the usual one. */
const ofOpenAi: readonly string[] = ['flex', 'priority', 'scale'];

/** What answers in OpenAI's protocols say of the tier at which they were served. */
export function writeServedAt(usage: Usage | undefined): string {
  const { serviceTier = '' } = usage ?? {};
  return ofOpenAi.includes(serviceTier) ? serviceTier : 'default';
}

/** The same usage, served at the tier that a vendor's word names. */
export function withServiceTier(usage: Usage | undefined, word: unknown): Usage | undefined {
  const serviceTier = readServiceTier(word);
  return usage && serviceTier !== undefined ? { ...usage, serviceTier } : usage;
}
