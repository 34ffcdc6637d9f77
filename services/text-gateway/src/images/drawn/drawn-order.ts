import { MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import type { ImageTerms } from '../../catalog/image-terms.ts';
import type { ClientRequest, Passage } from '../../dialects/passage.ts';
import type { ImageOrder } from '../image-order.ts';
import { resolvePrice } from '../price/resolve-price.ts';
import { createDrawnPictures, type DrawnPictures } from './drawn-pictures.ts';

/** What models draw that are told no size. */
const usualSize = '1K';

/**
 * A request in a dialect that says nothing of pictures, for a model that is paid for by them: its upstream speaks another style,
 * and what it draws is counted in the conversion. Undefined where the rows say nothing of images. Throws a FaultError 400 where
 * the usual size has no price.
 */
export function orderDrawn(
  { size, passTo }: Pick<ClientRequest, 'size' | 'passTo'>,
  { readWhole, createTap }: Pick<Passage, 'readWhole' | 'createTap'>,
  terms: ImageTerms,
): (ImageOrder & { draw(): DrawnPictures }) | undefined {
  const { prices, isImageOutputPriced } = terms;
  if (!prices && !isImageOutputPriced) return undefined;
  const { variant } = resolvePrice({ size: usualSize, quality: undefined }, prices, 'model');
  const metered = [{ unit: MeteredUnit.IMAGE, variant, quantity: BigInt(size.choices) }];
  return {
    readWhole,
    createTap,
    size: { ...size, metered },
    passTo,
    draw: () => createDrawnPictures(variant, terms),
  };
}
