import type { Losses } from '../../../canon/losses.ts';
import type { Sampling } from '../../../canon/request.ts';
import { compact, type JsonRecord } from '../../../json/read.ts';
import { writeSampling as writeClaudeSampling } from '../../messages/request/write-sampling.ts';
import type { ModelTraits } from '../model-traits.ts';

export interface WrittenSampling {
  /** For `inferenceConfig`. */
  config: JsonRecord;
  /** For the model alone. */
  fields: JsonRecord;
}

/** The protocol itself goes up to 1. `top_k` is a word of Anthropic's models. */
export function writeSampling(
  sampling: Sampling,
  isThinking: boolean,
  { claude }: ModelTraits,
  losses: Losses,
): WrittenSampling {
  if (claude) {
    const { temperature, top_p: topP, top_k } = writeClaudeSampling(sampling, isThinking, claude, losses);
    return { config: compact({ temperature, topP }), fields: compact({ top_k }) };
  }
  const { temperature, topP, topK } = sampling;
  if (topK !== undefined) losses.drop('topK');
  if (temperature !== undefined && temperature > 1) losses.approximate('temperature');
  const clamped = temperature === undefined ? undefined : Math.min(temperature, 1);
  return { config: compact({ temperature: clamped, topP }), fields: {} };
}
