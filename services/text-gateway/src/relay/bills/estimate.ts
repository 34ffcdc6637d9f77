import type { Metered } from '@headgate/proto/gen/headgate/events/v1/events';
import type { RequestSize } from '../../dialects/passage.ts';

/** The most tokens that a request can use. */
export interface WorstCase {
  inputTokens: bigint;
  outputTokens: bigint;
  calls: bigint;
  /** Characters and minutes, where the request tells how many they can be. */
  metered?: readonly Metered[];
}

/** No tokenizer in use makes more than one token of two bytes of UTF-8 text. */
const bytesPerToken = 2;

/** Responses know no smaller bound: a request that is converted into them is sent with it. */
const leastOutput = 16;

/**
 * Bounds a request's usage from its shape: text by its bytes, each image by what the model can count it for
 * (never by the length of its base64), output by the client's cap or the model's own, or by the size of a picture, times the choices.
 */
export function estimateWorstCase(
  { textBytes, imageParts, fileParts = 0, fileBytes = 0, otherTokens = 0, ...size }: RequestSize,
  model: { maxOutput: bigint; maxImageTokens: bigint },
): WorstCase {
  const { choices, maxOutput, pictureTokens, calls = 1, metered } = size;
  // A file has texts, in fewer bytes than they are, and pages that are looked at.
  const textTokens = BigInt(Math.ceil((textBytes + fileBytes) / bytesPerToken));
  // No request for nothing is converted.
  const asked = BigInt(maxOutput === 0 ? 0 : Math.max(maxOutput ?? 0, leastOutput));
  const cap = maxOutput !== undefined && asked < model.maxOutput ? asked : model.maxOutput;
  return {
    inputTokens: textTokens + BigInt(imageParts + fileParts) * model.maxImageTokens + BigInt(otherTokens),
    outputTokens: (pictureTokens === undefined ? cap : BigInt(pictureTokens)) * BigInt(choices),
    calls: BigInt(calls),
    ...(metered && { metered }),
  };
}
