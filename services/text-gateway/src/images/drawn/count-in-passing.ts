import type { Passage, Tap } from '../../dialects/passage.ts';
import type { ImageOrder } from '../image-order.ts';
import type { DrawnPictures } from './drawn-pictures.ts';

/** The reading of a style whose answers may hold pictures. */
export interface PassageOfPictures extends Pick<Passage, 'readWhole' | 'createTap'> {
  /** How many an answer that passes, or a chunk of one, holds. */
  countPictures(bytes: Buffer): number;
}

/** The same, with the pictures of each answer counted beside it. */
export function countInPassing(
  { readWhole, createTap, countPictures }: PassageOfPictures,
  draw: () => DrawnPictures,
): Pick<ImageOrder, 'readWhole' | 'createTap'> {
  return {
    readWhole(bytes, model) {
      const whole = readWhole(bytes, model);
      const drawn = draw();
      drawn.note(countPictures(bytes), whole.usage);
      return { ...whole, isEstimated: drawn.isEstimated(), settleImages: drawn.settle };
    },
    createTap(options) {
      const tap = createTap(options);
      const { see } = tap;
      const drawn = draw();
      const counting: Partial<Tap> = {
        see(frame) {
          const before = tap.usage;
          const raw = see(frame);
          if (frame.data.length > 0) {
            drawn.note(countPictures(frame.data), tap.usage === before ? undefined : tap.usage);
            tap.isEstimated = drawn.isEstimated();
          }
          return raw;
        },
        settleImages: drawn.settle,
      };
      return Object.assign(tap, counting);
    },
  };
}
