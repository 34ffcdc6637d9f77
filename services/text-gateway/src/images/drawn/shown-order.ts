import type { ImageTerms } from '../../catalog/image-terms.ts';
import type { ClientRequest } from '../../dialects/passage.ts';
import type { ImageOrder } from '../image-order.ts';
import { countInPassing, type PassageOfPictures } from './count-in-passing.ts';
import { orderDrawn } from './drawn-order.ts';

/**
 * A request of chat completions for a model that is paid for by its pictures: they are counted in what is converted, and in what
 * passes. Undefined where the rows say nothing of images. Throws a FaultError 400 where the usual size has no price.
 */
export function orderShown(
  request: Pick<ClientRequest, 'size' | 'passTo'>,
  passage: PassageOfPictures,
  terms: ImageTerms,
): ImageOrder | undefined {
  const order = orderDrawn(request, passage, terms);
  return order && { ...order, ...countInPassing(passage, order.draw) };
}
