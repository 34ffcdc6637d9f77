import type { Usage } from '../answer/meter.ts';

/** The `usage` object of the chat completions dialect, as JSON. */
export function usageJson(usage: Usage): string {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens, outputImageTokens } = usage;
  return JSON.stringify({
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedTokens, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
      ...(outputImageTokens !== undefined && { image_tokens: outputImageTokens }),
    },
  });
}
