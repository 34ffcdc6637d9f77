import type { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';

/** Disjoint, as in `Usage`: every token is in exactly one. */
export const tokenClasses = [
  'inputFresh',
  'inputCacheRead',
  'inputCacheWrite',
  'inputCacheWrite1h',
  'inputAudio',
  'inputImage',
  'outputVisible',
  'outputReasoning',
  'outputAudio',
] as const;

export type TokenClass = (typeof tokenClasses)[number];

/** Whole nano-dollars per million tokens. Every class has a price, 0 for free. */
export type TokenRates = Readonly<Record<TokenClass, bigint>>;

/** What tokens cost in a request with more input tokens than `above`. */
export interface Tier {
  above: bigint;
  rates: TokenRates;
}

/** Whole nano-dollars by variant; the empty one stands for all that are not named. */
export type VariantRates = ReadonlyMap<string, bigint>;

/** What a model costs. */
export interface Price extends TokenRates {
  /** Rising. */
  tiers: readonly Tier[];
  /** Whole nano-dollars. */
  call: bigint;
  metered: ReadonlyMap<MeteredUnit, VariantRates>;
}

/** The highest tier that a request reaches by its input; undefined where it stays within the row's own rates. */
export function tierOf({ tiers }: Price, inputTokens: bigint): Tier | undefined {
  return tiers.findLast(({ above }) => inputTokens > above);
}
