import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { ImageTerms } from '../catalog/image-terms.ts';
import { tokensPerMadeImage } from '../counting/tally.ts';
import { readScanned } from '../json/scan-body.ts';
import { scanLeniently } from '../json/scan-leniently.ts';
import type { PassingImages } from './count-in-passing.ts';
import { countNativeImages } from './count-native-images.ts';
import { coversImages } from './decode-usage.ts';
import { readImageTokens } from './native-image-tokens.ts';
import { settleImageTokens } from './settle-image-tokens.ts';

/** The images of one answer of generateContent. */
export function createNativeImages(variant: string, terms: ImageTerms): PassingImages {
  let images = 0;
  let uncounted = 0;
  /** Of the images before these. */
  let countedTokens = 0;
  return {
    see(came, counts) {
      const answer = scanLeniently(came);
      const { bytes, scanned } = answer;
      const made = countNativeImages(answer);
      images += made;
      uncounted += made;
      if (images > 0 && coversImages(counts)) {
        uncounted = 0;
        countedTokens = readImageTokens(readScanned(bytes, scanned, 'usageMetadata'), images);
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
