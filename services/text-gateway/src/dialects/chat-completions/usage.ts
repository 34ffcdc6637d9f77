import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { type Usage as CanonUsage, fromTotals, inputOf, outputOf, readCount } from '../../canon/usage.ts';
import { compact, isRecord, type JsonRecord } from '../../json/read.ts';

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

/** Reads a `usage` object into the canonical form; undefined when it is none. The same variants are read. */
export function decodeUsage(usage: unknown): CanonUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const input = readCount(usage.prompt_tokens);
  const output = readCount(usage.completion_tokens);
  if (input === undefined && output === undefined) return undefined;
  const inputDetails = isRecord(usage.prompt_tokens_details) ? usage.prompt_tokens_details : {};
  const outputDetails = isRecord(usage.completion_tokens_details) ? usage.completion_tokens_details : {};
  return fromTotals({
    input,
    inputAudio: readCount(inputDetails.audio_tokens),
    cacheRead:
      readCount(inputDetails.cached_tokens) ??
      readCount(usage.prompt_cache_hit_tokens) ??
      readCount(usage.cached_tokens),
    cacheWrite: readCount(inputDetails.cache_write_tokens),
    output,
    outputAudio: readCount(outputDetails.audio_tokens),
    reasoning: readCount(outputDetails.reasoning_tokens),
  });
}

export function encodeUsage(usage: CanonUsage): JsonRecord {
  const input = inputOf(usage);
  const output = outputOf(usage);
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: compact({
      cached_tokens: usage.inputCacheRead,
      cache_write_tokens: usage.inputCacheWrite || undefined,
      audio_tokens: usage.inputAudio,
    }),
    completion_tokens_details: {
      reasoning_tokens: usage.outputReasoning,
      audio_tokens: usage.outputAudio,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}
