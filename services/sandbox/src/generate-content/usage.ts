import type { Usage } from '../answer/meter.ts';

/**
 * The `usageMetadata` of this dialect: cached tokens are among the prompt's, thoughts are not among the
 * candidates', and counts of zero are left out.
 */
export function usageMetadata(usage: Usage): object {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens, outputImageTokens = 0 } = usage;
  const candidates = outputTokens - reasoningTokens;
  return {
    promptTokenCount: inputTokens,
    ...(candidates > 0 && { candidatesTokenCount: candidates }),
    totalTokenCount: inputTokens + outputTokens,
    ...(cachedTokens > 0 && { cachedContentTokenCount: cachedTokens }),
    promptTokensDetails: [{ modality: 'TEXT', tokenCount: inputTokens }],
    ...(outputImageTokens > 0 && {
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: outputImageTokens }],
    }),
    ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
  };
}
