import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { ImageTerms } from '../../catalog/image-terms.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import { invalid } from '../../json/read.ts';
import { countInPassing, type PassageOfPictures } from '../drawn/count-in-passing.ts';
import { createDrawnPictures } from '../drawn/drawn-pictures.ts';
import type { ImageOrder } from '../image-order.ts';
import { resolvePrice } from '../price/resolve-price.ts';
import { formatPath, readFormatSize, readImageSize, writeImageSize } from './native-size.ts';

const usualSize = '1K';

/**
 * A request of generateContent by the rows of a model that makes images: a size that it has not is the smallest one, on the
 * wire and in the bill. Undefined where the rows say nothing of images.
 */
export function orderNative(
  { body, size, passTo }: Pick<ClientRequest, 'body' | 'size' | 'passTo'>,
  passage: PassageOfPictures,
  terms: ImageTerms,
): ImageOrder | undefined {
  const { prices, media, isImageOutputPriced } = terms;
  const sizes = media?.imageSizes ?? [];
  if (!prices && !isImageOutputPriced && sizes.length === 0) return undefined;
  const ofFormat = readFormatSize(body);
  const asked = readImageSize(body) ?? ofFormat;
  const served = asked === undefined || sizes.length === 0 || sizes.includes(asked) ? asked : usualSize;
  // It is not known which of two would count, and none is put in its place there.
  if (ofFormat !== undefined && ofFormat !== served)
    throw invalid(formatPath, `cannot have the size ${ofFormat} here: say it in imageConfig.imageSize`);
  const wish = { size: served ?? usualSize, quality: undefined };
  const { variant } = resolvePrice(wish, prices, 'generationConfig.imageConfig.imageSize');
  const metered = [{ unit: MeteredUnit.IMAGE, variant, quantity: BigInt(size.choices) }];
  const draw = () => createDrawnPictures(variant, terms);

  return {
    size: prices || isImageOutputPriced ? { ...size, metered } : size,
    draw,
    passTo: (target) => {
      const passed = passTo(target);
      return served === asked || served === undefined
        ? passed
        : { ...passed, body: writeImageSize(passed.body, served) };
    },
    ...countInPassing(passage, draw),
  };
}
