import type { Losses } from '../../../canon/losses.ts';
import type { Sampling } from '../../../canon/request.ts';
import type { JsonRecord } from '../../../json/read.ts';
import type { ModelTraits } from '../model-traits.ts';

/** Thinking takes none of these, new models neither, and some take temperature or `top_p` but not both. */
export function writeSampling(
  { temperature, topP, topK }: Sampling,
  isThinking: boolean,
  traits: ModelTraits,
  losses: Losses,
): JsonRecord {
  const isFree = traits.sampling !== 'none' && !isThinking;
  const isPaired = traits.sampling === 'one' && temperature !== undefined;
  const keep = (name: string, value: number | undefined, isTaken: boolean): number | undefined => {
    if (value !== undefined && !isTaken) losses.drop(name);
    return isTaken ? value : undefined;
  };
  // Other vendors go up to 2.
  if (isFree && temperature !== undefined && temperature > 1) losses.approximate('temperature');
  const clamped = temperature === undefined ? undefined : Math.min(temperature, 1);
  return {
    // Where none is taken, 1 is what holds anyway.
    temperature: temperature === 1 && !isFree ? undefined : keep('temperature', clamped, isFree),
    top_p: keep('topP', topP, isFree && !isPaired),
    top_k: keep('topK', topK, isFree),
  };
}
