import { nearestRatio } from '../../families/nearest-ratio.ts';
import { refuse, show } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import { refuseAssets } from '../address-of.ts';
import { limitPrompt } from '../limit-prompt.ts';
import { findHailuoModel, type HailuoModel } from './models.ts';

const longestPrompt = 2_000;
const defaultSeconds = 6;
const landscape = '16:9';

/** Fills in what the vendor would choose by itself, and refuses what it does not render. */
export function resolveWish(wish: Wish, upstreamModel: string) {
  const model = findHailuoModel(upstreamModel);
  limitPrompt(wish, longestPrompt);
  checkFrames(wish.references, model);
  checkShape(wish);
  const resolution = resolutionOf(wish, model);
  const secondsMs = wish.secondsMs ?? defaultSeconds * 1_000;
  const lengths = model.seconds[resolution] ?? [];
  if (!lengths.includes(secondsMs / 1_000)) {
    const allowed = `${lengths.join(', ')} seconds at ${resolution}`;
    refuse('seconds', `seconds is ${secondsMs / 1_000}; this model renders ${allowed}.`);
  }
  return { ...wish, secondsMs, resolution };
}

function checkFrames(references: readonly Reference[], { frames, needsFrame }: HailuoModel): void {
  refuseAssets(references, 'first_frame_image');
  const other = references.find(({ kind, role }) => kind !== 'image' || role === 'reference');
  if (other) {
    refuse('first_frame_image', 'first_frame_image and last_frame_image are all that this model takes.');
  }
  const first = references.filter(({ role }) => role === 'first_frame').length;
  const last = references.length - first;
  if (first > 1) refuse('first_frame_image', `first_frame_image has ${first}; it must be one.`);
  if (last > 1) refuse('last_frame_image', `last_frame_image has ${last}; it must be one.`);
  if (last > 0 && frames !== 'first-and-last') {
    refuse('last_frame_image', 'last_frame_image is not taken by this model.');
  }
  if (first > 0 && frames === 'none') {
    refuse('first_frame_image', 'first_frame_image is not taken: this model renders from text alone.');
  }
  if (first === 0 && (last > 0 || needsFrame)) {
    refuse('first_frame_image', 'first_frame_image is required by this model.');
  }
}

/** It is told no shape: a film has that of its first frame, and from a text alone there is one. */
function checkShape({ ratio, size, references }: Wish): void {
  if (references.length > 0) return;
  if (ratio !== undefined && ratio !== landscape) {
    refuse('ratio', `ratio is ${show(ratio)}; this model renders ${landscape} from a text.`);
  }
  if (size && nearestRatio(size, [landscape]) === undefined) {
    refuse('size', `size is '${showSize(size)}'; this model renders ${landscape} from a text.`);
  }
}

/** Named, or by the shorter side of a size in pixels. */
function resolutionOf({ resolution, size }: Wish, { seconds }: HailuoModel): string {
  const resolutions = Object.keys(seconds);
  const [usual = ''] = resolutions;
  const asked = size ? `${Math.min(size.width, size.height)}P` : (resolution?.toUpperCase() ?? usual);
  if (resolutions.includes(asked)) return asked;
  if (size) {
    refuse('size', `size is '${showSize(size)}'; the shorter side must be of ${resolutions.join(', ')}.`);
  }
  return refuse('resolution', `resolution is ${show(asked)}; this model renders ${resolutions.join(', ')}.`);
}
