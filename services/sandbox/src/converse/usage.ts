import type { Usage } from '../answer/meter.ts';

/** Cached tokens stand beside the other input tokens in this dialect, not among them. Thinking is not told apart. */
export function tokenUsage({ inputTokens, cachedTokens, outputTokens }: Usage): object {
  return {
    inputTokens: inputTokens - cachedTokens,
    outputTokens,
    totalTokens: inputTokens + outputTokens,
    cacheReadInputTokens: cachedTokens,
    cacheWriteInputTokens: 0,
  };
}
