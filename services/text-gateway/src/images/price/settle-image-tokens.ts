import { type Metered, MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Usage } from '../../canon/usage.ts';
import type { ImageTerms } from '../../catalog/image-terms.ts';

/**
 * Usage with the output tokens of its images in their place. The price of an image covers them; where there is none, they may
 * have a price of their own; otherwise they are output like any other.
 */
export function settleImageTokens(
  usage: Usage,
  imageTokens: number,
  made: readonly Metered[],
  { prices, isOutputPriced, isImageOutputPriced }: ImageTerms,
): Usage {
  const tokens = Math.min(imageTokens, usage.outputVisible);
  const outputVisible = usage.outputVisible - tokens;
  if (prices) return { ...usage, ...(isOutputPriced && { outputVisible }), metered: made };
  if (!isImageOutputPriced) return { ...usage, metered: made };
  const unit = MeteredUnit.IMAGE_OUTPUT_TOKEN;
  return { ...usage, outputVisible, metered: [...made, { unit, variant: '', quantity: BigInt(tokens) }] };
}
