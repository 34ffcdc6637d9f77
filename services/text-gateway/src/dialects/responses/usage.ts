import { cacheWriteOf, fromTotals, inputOf, outputOf, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';

/** Reads a `usage` object; undefined when it is none. Gateways name the totals as chat completions do as well. */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const input = readCount(usage.input_tokens) ?? readCount(usage.prompt_tokens);
  const output = readCount(usage.output_tokens) ?? readCount(usage.completion_tokens);
  if (input === undefined && output === undefined) return undefined;
  const inputDetails = isRecord(usage.input_tokens_details) ? usage.input_tokens_details : {};
  const outputDetails = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
  return fromTotals({
    input,
    cacheRead: readCount(inputDetails.cached_tokens),
    cacheWrite: readCount(inputDetails.cache_write_tokens),
    cacheWrite1h: longKeptOf(inputDetails),
    output,
    reasoning: readCount(outputDetails.reasoning_tokens),
  });
}

/** Of what was written to the cache, what is kept for twelve hours in place of half of one. */
function longKeptOf({ cache_write_tokens_details: written }: JsonRecord): number | undefined {
  return isRecord(written) ? readCount(written.ttl_12h_tokens) : undefined;
}

/** Both namings of the totals: the public API promises the one, the vendor's SDK reads the other. */
export function encodeUsage(usage: Usage): JsonRecord {
  const input = inputOf(usage);
  const output = outputOf(usage);
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: usage.inputCacheRead,
      cache_write_tokens: cacheWriteOf(usage),
    },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: usage.outputReasoning },
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
  };
}
