import { fromTotals, type Usage } from '../../canon/usage.ts';
import { mediaTokens } from '../../counting/count-request.ts';
import { countTokens } from '../../counting/count-tokens.ts';
import type { ImageJob } from '../image-order.ts';
import type { ImageAsk } from '../request/image-ask.ts';
import { imageTokens, partialImageTokens } from './image-tokens.ts';
import { meterImages, type SaidSizes } from './made-images.ts';
import { settleImageTokens } from './settle-image-tokens.ts';

/** What an answer holds, as far as it came. */
export interface Made {
  images: number;
  said?: SaidSizes;
  /** The upstream's own counts, and how many tokens of its output are images; all, where it does not say. */
  reported: Usage | undefined;
  imageTokens?: number | undefined;
  /** Of the images, those that these counts do not cover. */
  uncounted: number;
  /** Looks that they do not cover either: at images without counts, and at one that is in the making. */
  looks?: number;
}

/** What is billed for it, and whether some of its tokens had to be estimated; no usage where nothing was made. */
export interface ImageBill {
  usage: Usage | undefined;
  isEstimated: boolean;
}

/** Bills what was made: by the image as it was resolved, and by tokens, which are the upstream's own where it counts. */
export function billImages(
  { ask, resolved, terms }: Pick<ImageJob, 'ask' | 'resolved' | 'terms'>,
  { images, said, reported, imageTokens: known, uncounted, looks = 0 }: Made,
): ImageBill {
  if (images + looks === 0 && !reported) return { usage: undefined, isEstimated: false };
  const made = meterImages({ resolved, terms }, images, said);
  const isEstimated = !terms.prices && uncounted + looks > 0;
  const counted = reported ?? (isEstimated ? countAsked(ask) : noTokens);
  const tokens =
    uncounted * imageTokens(resolved.size, resolved.quality, 'medium') + looks * partialImageTokens;
  const usage = isEstimated ? { ...counted, outputVisible: counted.outputVisible + tokens } : counted;
  const imageTokensIn = (known ?? counted.outputVisible) + (isEstimated ? tokens : 0);
  return { usage: settleImageTokens(usage, imageTokensIn, made, terms), isEstimated };
}

const noTokens = fromTotals({ input: 0, output: 0 });

function countAsked({ prompt, pictures }: ImageAsk): Usage {
  return fromTotals({ input: countTokens(prompt) + pictures.length * mediaTokens.image, output: 0 });
}
