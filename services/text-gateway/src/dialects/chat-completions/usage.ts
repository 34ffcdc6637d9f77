import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';

/** Token counts of one answer in disjoint classes, without the call itself. */
export type TokenUsage = Omit<Usage, 'calls'>;

/**
 * Reads a chat completions `usage` object into disjoint classes; undefined when it is none. Cached tokens
 * are part of `prompt_tokens`, reasoning tokens part of `completion_tokens`. Two variants are read too:
 * `prompt_cache_hit_tokens` (DeepSeek) and a top-level `cached_tokens` (Moonshot).
 */
export function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const input = count(usage.prompt_tokens);
  const output = count(usage.completion_tokens);
  if (input === undefined && output === undefined) return undefined;
  const inputDetails = isRecord(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const outputDetails = isRecord(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  const cacheRead = atMost(
    count(inputDetails.cached_tokens) ?? count(usage.prompt_cache_hit_tokens) ?? count(usage.cached_tokens),
    input ?? 0n,
  );
  const cacheWrite = atMost(count(inputDetails.cache_write_tokens), (input ?? 0n) - cacheRead);
  const reasoning = atMost(count(outputDetails.reasoning_tokens), output ?? 0n);
  return {
    inputFresh: (input ?? 0n) - cacheRead - cacheWrite,
    inputCacheRead: cacheRead,
    inputCacheWrite: cacheWrite,
    outputVisible: (output ?? 0n) - reasoning,
    outputReasoning: reasoning,
  };
}

function count(value: unknown): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined;
}

function atMost(value: bigint | undefined, limit: bigint): bigint {
  if (value === undefined) return 0n;
  return value < limit ? value : limit;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
