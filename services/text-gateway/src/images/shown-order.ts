import type { ImageTerms } from '../catalog/image-terms.ts';
import { createTap } from '../dialects/chat-completions/tap.ts';
import { readWhole } from '../dialects/chat-completions/whole.ts';
import type { ClientRequest, Tap } from '../dialects/passage.ts';
import { countShownPictures } from './count-shown-pictures.ts';
import { orderDrawn } from './drawn-order.ts';
import type { ImageOrder } from './image-order.ts';

/**
 * A request of chat completions for a model that is paid for by its pictures: they are counted in what is converted, and in what
 * passes. Undefined where the rows say nothing of images. Throws a FaultError 400 where the usual size has no price.
 */
export function orderShown(
  request: Pick<ClientRequest, 'size' | 'passTo'>,
  terms: ImageTerms,
): ImageOrder | undefined {
  const order = orderDrawn(request, { readWhole, createTap }, terms);
  const draw = order?.draw;
  if (!draw) return undefined;
  return {
    ...order,
    readWhole(bytes, model) {
      const whole = readWhole(bytes, model);
      const pictures = draw();
      pictures.note(countShownPictures(bytes), whole.usage);
      return { ...whole, isEstimated: pictures.isEstimated(), settleImages: pictures.settle };
    },
    createTap(options) {
      const tap = createTap(options);
      const { see } = tap;
      const pictures = draw();
      const counting: Partial<Tap> = {
        see(frame) {
          const before = tap.usage;
          const raw = see(frame);
          if (frame.data.length > 0) {
            pictures.note(countShownPictures(frame.data), tap.usage === before ? undefined : tap.usage);
            tap.isEstimated = pictures.isEstimated();
          }
          return raw;
        },
        settleImages: pictures.settle,
      };
      return Object.assign(tap, counting);
    },
  };
}
