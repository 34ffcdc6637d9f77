import { fromTotals, outputOf, readCount, type Usage } from '../../canon/usage.ts';
import { isRecord, type JsonRecord } from '../../json/read.ts';

/**
 * Reads a `usage` object; undefined when it is none. `input_tokens` counts neither what was read from the cache nor
 * what was written to it; `output_tokens` counts thinking too.
 */
export function decodeUsage(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const fresh = readCount(usage.input_tokens);
  const output = readCount(usage.output_tokens);
  if (fresh === undefined && output === undefined) return undefined;
  const cacheRead = readCount(usage.cache_read_input_tokens) ?? 0;
  const cacheWrite = readCount(usage.cache_creation_input_tokens) ?? 0;
  const details = isRecord(usage.output_tokens_details) ? usage.output_tokens_details : {};
  return fromTotals({
    input: (fresh ?? 0) + cacheRead + cacheWrite,
    cacheRead,
    cacheWrite,
    output,
    reasoning: readCount(details.thinking_tokens),
  });
}

export function encodeUsage(usage: Usage): JsonRecord {
  return {
    input_tokens: usage.inputFresh + usage.inputAudio + (usage.inputImage ?? 0),
    cache_creation_input_tokens: usage.inputCacheWrite,
    cache_read_input_tokens: usage.inputCacheRead,
    output_tokens: outputOf(usage),
    ...(usage.outputReasoning > 0 && {
      output_tokens_details: { thinking_tokens: usage.outputReasoning },
    }),
  };
}
