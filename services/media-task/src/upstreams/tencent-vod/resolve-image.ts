import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { tierOf } from '../../families/members/tier-of.ts';
import { nearestRatio } from '../../families/nearest-ratio.ts';
import { refuse, show } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Wish } from '../../families/wish.ts';
import type { Order } from '../upstream.ts';
import { checkBytes, checkScene, checkWord } from './check-wish.ts';
import { findImageModel, type ImageModel, type PixelRule } from './image-models.ts';

/** What models that take pixels alone render where nobody says otherwise. */
const usualSize = { width: 1_024, height: 1_024 };

/** Fills in what images are priced by: their number at a resolution. */
export function resolveImage(wish: Wish & { imageCount: number }, upstreamModel: string): Order {
  const model = findImageModel(upstreamModel);
  checkScene(wish, model.scenes);
  checkBytes(wish.references);
  const { imageCount, references } = wish;
  if (references.length > model.references) {
    refuse('images', `${references.length} images are given; at most ${model.references} are taken.`);
  }
  if (imageCount > model.images)
    refuse('n', `n is ${imageCount}; this model makes from 1 to ${model.images}.`);
  const shape = model.resolutions.length === 0 ? inPixels(wish, model) : inTiers(wish, model);
  const metered = { unit: MeteredUnit.IMAGE, variant: shape.resolution, quantity: BigInt(imageCount) };
  return { wish: { ...wish, ...shape }, usage: Usage.fromPartial({ calls: 1n, metered: [metered] }) };
}

type Shape = Pick<Wish, 'size' | 'ratio'> & { resolution: string };

function inPixels({ size = usualSize, ratio, resolution }: Wish, { pixels }: ImageModel): Shape {
  const tier = tierOf(size);
  if (ratio !== undefined || (resolution !== undefined && resolution.toUpperCase() !== tier)) {
    refuse('size', `size is ${show(ratio ?? resolution)}; this model takes pixels such as 1024x768.`);
  }
  if (pixels) checkPixels(size, pixels);
  return { size, resolution: tier };
}

/** A size that the model renders exactly is sent as it is, without a ratio; others as the ratio that they have. */
function inTiers(wish: Wish, model: ImageModel): Shape {
  const { size, ratio } = wish;
  const { ratios = [], pixels } = model;
  const resolution = tierIn(wish, model);
  if (ratio !== undefined) return { resolution, ratio: checkWord('aspect_ratio', ratio, ratios) };
  if (!size) return { resolution };
  if (pixels) {
    checkPixels(size, pixels);
    return { resolution };
  }
  const nearest = nearestRatio(size, ratios);
  if (nearest !== undefined) return { resolution, ratio: nearest };
  return refuse('size', `size is '${showSize(size)}'; this model renders ${ratios.join(', ')}.`);
}

function tierIn({ resolution, size }: Wish, { resolutions }: ImageModel): string {
  const [usual = ''] = resolutions;
  if (resolution === undefined) return usual;
  const isKnown = resolutions.some((word) => word.toLowerCase() === resolution.toLowerCase());
  if (!size || isKnown) return checkWord('resolution', resolution, resolutions);
  return refuse('size', `size is '${showSize(size)}'; this model renders ${resolutions.join(', ')}.`);
}

function checkPixels(size: { width: number; height: number }, rule: PixelRule): void {
  const { multipleOf, minEdge, maxEdge, minArea, maxArea } = rule;
  const areEdgesTaken = [size.width, size.height].every(
    (edge) => edge % multipleOf === 0 && edge >= minEdge && edge <= maxEdge,
  );
  const area = size.width * size.height;
  if (areEdgesTaken && area >= minArea && area <= maxArea) return;
  refuse(
    'size',
    `size is '${showSize(size)}'; its edges must be multiples of ${multipleOf} from ${minEdge} to ${maxEdge}, and its pixels from ${minArea} to ${maxArea}.`,
  );
}
