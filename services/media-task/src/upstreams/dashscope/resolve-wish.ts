import { refuse, show } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import { refuseAssets } from '../address-of.ts';
import { limitPrompt } from '../limit-prompt.ts';
import { findWanModel, type WanModel, wanSizes } from './models.ts';

const defaultSeconds = 5;
const usualResolution = '720p';
/** The vendor's own default, of models without the usual one. */
const defaultResolution = '1080p';
const defaultRatio = '16:9';
const fewestImages = { t2v: 0, i2v: 1, kf2v: 2 };

/** Fills in what Wan would choose by itself, and refuses what it does not render. */
export function resolveWish(wish: Wish, upstreamModel: string) {
  const model = findWanModel(upstreamModel);
  limitPrompt(wish, model.longestPrompt);
  const from = model.from ?? (wish.references.length > 0 ? 'i2v' : 't2v');
  checkImages(wish.references, from, model.takesLastFrame);
  const secondsMs = wish.secondsMs ?? defaultSeconds * 1_000;
  if (!model.seconds.includes(secondsMs / 1_000)) {
    const allowed = model.seconds.join(', ');
    refuse('duration', `duration is ${secondsMs / 1_000}; this model renders ${allowed} seconds.`);
  }
  const resolution = resolutionOf(wish, model);
  // What is rendered from frames has their shape: a size said its resolution alone.
  const { size: _asked, ...others } = wish;
  const size = from === 't2v' ? sizeOf(wish, resolution) : undefined;
  return { ...others, secondsMs, resolution, ...(size && { size }) };
}

function checkImages(
  references: readonly Reference[],
  from: keyof typeof fewestImages,
  takesLastFrame: boolean,
): void {
  refuseAssets(references, 'image');
  const fewest = fewestImages[from];
  const most = takesLastFrame && from === 'i2v' ? 2 : fewest;
  if (references.some(({ kind }) => kind !== 'image')) {
    refuse('image', 'image holds all that this model renders from: it takes no films and sounds.');
  }
  if (references.length > most) {
    const taken = most === 0 ? 'this model renders from text alone' : `this model takes ${most}`;
    refuse('image', `image has ${references.length}; ${taken}.`);
  }
  if (references.length < fewest) {
    const needed = fewest === 1 ? 'an image' : 'a first and a last frame';
    refuse('image', `image is required: this model renders from ${needed}.`);
  }
  const last = references.filter(({ role }) => role === 'last_frame').length;
  if (references.length > 0 && last !== references.length - 1) {
    refuse('image', 'image must be one first frame, and one last frame where there are two.');
  }
}

function resolutionOf({ resolution, size }: Wish, { resolutions }: WanModel): string {
  const unasked = resolutions.includes(usualResolution) ? usualResolution : defaultResolution;
  const asked = resolution?.toLowerCase() ?? (size ? resolutionIn(size) : unasked);
  if (resolutions.includes(asked)) return asked;
  return refuse('resolution', `resolution is ${show(asked)}; this model renders ${resolutions.join(', ')}.`);
}

function resolutionIn(size: NonNullable<Wish['size']>): string {
  const shown = showSize(size);
  const found = Object.entries(wanSizes).find(([, sizes]) => Object.values(sizes).includes(shown));
  if (found) return found[0];
  const taken = Object.values(wanSizes).flatMap((sizes) => Object.values(sizes));
  return refuse('size', `size is '${shown}'; this model renders ${taken.join(', ')}.`);
}

function sizeOf({ ratio, size }: Wish, resolution: string): { width: number; height: number } {
  const sizes = wanSizes[resolution] ?? {};
  const named = size ? showSize(size) : sizes[ratio ?? defaultRatio];
  if (named === undefined) {
    refuse('ratio', `ratio is ${show(ratio)}; this model renders ${Object.keys(sizes).join(', ')}.`);
  }
  if (!Object.values(sizes).includes(named)) {
    refuse('size', `size is '${named}'; this model renders ${Object.values(sizes).join(', ')}.`);
  }
  const [width = 0, height = 0] = named.split('x').map(Number);
  return { width, height };
}
