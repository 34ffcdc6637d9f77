import { nearestRatio } from '../families/nearest-ratio.ts';
import { refuse } from '../families/refuse.ts';
import { showSize } from '../families/size.ts';
import type { Wish } from '../families/wish.ts';

/** What a model renders, in the vendor's words. */
interface Shapes {
  ratios: readonly string[];
  /** Named after the shorter edge: `720p`. */
  resolutions: readonly string[];
}

/** Whether there is a frame: the film has its shape unless a ratio is named, and a size lends the resolution alone. */
export function hasFrame({ references }: Wish): boolean {
  return references.some(({ role }) => role !== 'reference');
}

/**
 * The ratio and the resolution that are asked for, for vendors that know no sizes: a size in pixels stands for what is not
 * named beside it. Refuses one that stands for nothing that the model renders. A resolution may be written in any case.
 */
export function shapeOf(
  { size, ratio, resolution: word }: Wish,
  { ratios, resolutions }: Shapes,
): Pick<Wish, 'ratio' | 'resolution'> {
  const named = resolutions.find((name) => name.toLowerCase() === word?.toLowerCase());
  const resolution = named ?? word;
  const asked = {
    ...(ratio !== undefined && { ratio }),
    ...(resolution !== undefined && { resolution }),
  };
  if (!size) return asked;
  const edge = `${Math.min(size.width, size.height)}p`;
  const ofSize = {
    ratio: ratio ?? nearestRatio(size, ratios),
    resolution: resolution ?? resolutions.find((name) => name.toLowerCase() === edge),
  };
  if (ofSize.ratio !== undefined && ofSize.resolution !== undefined) return ofSize;
  const rendered = `${resolutions.join(', ')} in ${ratios.join(', ')}`;
  return refuse('size', `size is '${showSize(size)}'; this model renders ${rendered}.`);
}
