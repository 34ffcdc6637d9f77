import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Usage } from '../canon/usage.ts';
import type { ImageTerms } from '../catalog/image-terms.ts';
import { tokensPerMadeImage } from '../counting/tally.ts';
import { scanObject } from '../json/scan.ts';
import { readScanned } from '../json/scan-body.ts';
import { countNativeImages } from './count-native-images.ts';
import { coversImages } from './decode-usage.ts';
import { readImageTokens } from './native-image-tokens.ts';
import { settleImageTokens } from './settle-image-tokens.ts';

/** The images of one answer of generateContent. */
export interface NativeImages {
  /** Notes what an answer, or a chunk of one, holds beside its counts. True where images are not covered by counts. */
  see(bytes: Buffer, counts: Usage | undefined): boolean;
  /** What was made put in its place among the tokens; what nobody counted has as many as images count. */
  settle(usage: Usage): Usage;
}

export function createNativeImages(variant: string, terms: ImageTerms): NativeImages {
  let images = 0;
  let uncounted = 0;
  /** Of the images before these. */
  let countedTokens = 0;
  return {
    see(bytes, counts) {
      const made = countNativeImages(bytes);
      images += made;
      uncounted += made;
      if (images > 0 && coversImages(counts)) {
        uncounted = 0;
        countedTokens = readImageTokens(readScanned(bytes, scanObject(bytes), 'usageMetadata'), images);
      }
      return uncounted > 0;
    },
    settle(usage) {
      if (images === 0) return usage;
      const tokens = countedTokens + uncounted * tokensPerMadeImage;
      const counted = coversImages(usage) ? usage : { ...usage, outputVisible: tokens };
      const made = { unit: MeteredUnit.IMAGE, variant, quantity: BigInt(images) };
      return settleImageTokens(counted, tokens, made, terms);
    },
  };
}
