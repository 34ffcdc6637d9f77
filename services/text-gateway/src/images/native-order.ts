import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { noUsage, type Usage } from '../canon/usage.ts';
import type { ImageTerms } from '../catalog/image-terms.ts';
import { createTap } from '../dialects/generate-content/tap.ts';
import { readWhole } from '../dialects/generate-content/whole.ts';
import type { ClientRequest, Tap } from '../dialects/passage.ts';
import { scanObject } from '../json/scan.ts';
import { readScanned } from '../json/scan-body.ts';
import { countNativeImages } from './count-native-images.ts';
import type { ImageOrder } from './image-order.ts';
import { readImageTokens } from './native-image-tokens.ts';
import { readImageSize, writeImageSize } from './native-size.ts';
import { resolvePrice } from './resolve-price.ts';
import { settleImageTokens } from './settle-image-tokens.ts';

const usualSize = '1K';

/**
 * A request of generateContent by the rows of a model that makes images: a size that it has not is the smallest one, on the
 * wire and in the bill. Undefined where the rows say nothing of images.
 */
export function orderNative(
  { body, size, passTo }: Pick<ClientRequest, 'body' | 'size' | 'passTo'>,
  terms: ImageTerms,
): ImageOrder | undefined {
  const { prices, media, isImageOutputPriced } = terms;
  const sizes = media?.imageSizes ?? [];
  if (!prices && !isImageOutputPriced && sizes.length === 0) return undefined;
  const asked = readImageSize(body);
  const served = asked === undefined || sizes.length === 0 || sizes.includes(asked) ? asked : usualSize;
  const wish = { size: served ?? usualSize, quality: undefined };
  const { variant } = resolvePrice(wish, prices, 'generationConfig.imageConfig.imageSize');
  const metered = [{ unit: MeteredUnit.IMAGE, variant, quantity: BigInt(size.choices) }];

  function bill(usage: Usage | undefined, images: number, imageTokens: number): Usage | undefined {
    if (images === 0 || !(usage || prices)) return usage;
    const made = { unit: MeteredUnit.IMAGE, variant, quantity: BigInt(images) };
    return settleImageTokens(usage ?? noUsage, imageTokens, made, terms);
  }

  return {
    size: prices || isImageOutputPriced ? { ...size, metered } : size,
    passTo: (target) => {
      const passed = passTo(target);
      return served === asked || served === undefined
        ? passed
        : { ...passed, body: writeImageSize(passed.body, served) };
    },
    readWhole(bytes, model) {
      const whole = readWhole(bytes, model);
      const images = countNativeImages(bytes);
      return { ...whole, usage: bill(whole.usage, images, imageTokensIn(bytes, images)) };
    },
    createTap(options) {
      const tap = createTap(options);
      let images = 0;
      let usage: Usage | undefined;
      const counting: Tap = {
        see(frame) {
          const before = tap.usage;
          const raw = tap.see(frame);
          const made = frame.data.length > 0 ? countNativeImages(frame.data) : 0;
          images += made;
          if (made > 0 || tap.usage !== before)
            usage = bill(tap.usage, images, imageTokensIn(frame.data, images));
          return raw;
        },
        get usage() {
          return usage;
        },
        get servedAt() {
          return tap.servedAt;
        },
        get isDone() {
          return tap.isDone;
        },
        get hasFinished() {
          return tap.hasFinished;
        },
        get isBlocked() {
          return tap.isBlocked ?? false;
        },
        get error() {
          return tap.error;
        },
      };
      return counting;
    },
  };
}

function imageTokensIn(bytes: Buffer, images: number): number {
  return images === 0 ? 0 : readImageTokens(readScanned(bytes, scanObject(bytes), 'usageMetadata'), images);
}
