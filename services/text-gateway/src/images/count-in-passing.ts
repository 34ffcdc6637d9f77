import type { Usage } from '../canon/usage.ts';
import type { Passage, SettleImages, Tap } from '../dialects/passage.ts';
import type { ImageOrder } from './image-order.ts';

/** The images of one answer that passes. */
export interface PassingImages {
  /** Notes what an answer, or a chunk of one, holds beside its counts. True where images are not covered by counts. */
  see(bytes: Buffer, counts: Usage | undefined): boolean;
  /** What was made put in its place among the tokens; what nobody counted has as many as images count. */
  settle: SettleImages;
}

/** The reading of a style, with the images of each answer counted beside it. */
export function countInPassing(
  { readWhole, createTap }: Pick<Passage, 'readWhole' | 'createTap'>,
  createImages: () => PassingImages,
): Pick<ImageOrder, 'readWhole' | 'createTap'> {
  return {
    readWhole(bytes, model) {
      const whole = readWhole(bytes, model);
      const images = createImages();
      const isEstimated = images.see(bytes, whole.usage);
      return { ...whole, isEstimated, settleImages: images.settle };
    },
    createTap(options) {
      const tap = createTap(options);
      const { see } = tap;
      const images = createImages();
      const counting: Partial<Tap> = {
        see(frame) {
          const before = tap.usage;
          const raw = see(frame);
          if (frame.data.length > 0)
            tap.isEstimated = images.see(frame.data, tap.usage === before ? undefined : tap.usage);
          return raw;
        },
        settleImages: images.settle,
      };
      return Object.assign(tap, counting);
    },
  };
}
