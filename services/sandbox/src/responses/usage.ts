import type { Usage } from '../answer/meter.ts';

/** The `usage` object of the responses dialect. */
export function usageOf({ inputTokens, cachedTokens, outputTokens, reasoningTokens }: Usage): object {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedTokens, cache_write_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
  };
}
