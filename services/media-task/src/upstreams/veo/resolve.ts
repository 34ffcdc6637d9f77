import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { refuse, show } from '../../families/refuse.ts';
import type { Wish } from '../../families/wish.ts';
import type { Order } from '../upstream.ts';

const landscape = '16:9';
const portrait = '9:16';
const ratios = [landscape, portrait];
const lengths = [4, 6, 8];
const longest = 8;
const mostReferences = 3;

/** The long edge of each resolution, and its short one. */
const resolutions: Record<string, readonly [number, number]> = {
  '720p': [1_280, 720],
  '1080p': [1_920, 1_080],
  '4k': [3_840, 2_160],
};
const usualResolution = '720p';

/** Fills in what Veo is asked for, and refuses what it does not render, whichever service it is asked by. */
export function resolveVeo(wish: Wish, model: string): Order {
  const has = checkReferences(wish);
  const ratio = wish.ratio ?? ratioIn(wish);
  if (!ratios.includes(ratio)) refuse('size', `${show(ratio)} is no ratio of ${ratios.join(' and ')}.`);
  if (has.references && ratio !== landscape) refuse('size', `references are rendered in ${landscape} alone.`);
  const resolution = resolutionOf(wish);
  const [long, short] = edgesOf(resolution, model);
  const seconds = (wish.secondsMs ?? longest * 1_000) / 1_000;
  const needsLongest = has.references || has.lastFrame || resolution !== usualResolution;
  const taken = needsLongest ? [longest] : lengths;
  if (!taken.includes(seconds)) {
    const why = needsLongest ? ' with references, a last frame or more than 720p' : '';
    refuse('duration', `duration is ${seconds}; this model renders ${taken.join(', ')} seconds${why}.`);
  }
  const secondsMs = seconds * 1_000;
  const size = ratio === landscape ? { width: long, height: short } : { width: short, height: long };
  // Vertex asks half of its usual price, or two thirds, for a video without sound.
  const variant = wish.options.generateAudio === false ? `${resolution}:silent` : resolution;
  const metered = [{ unit: MeteredUnit.SECOND, variant, quantity: BigInt(secondsMs) }];
  return {
    wish: { ...wish, secondsMs, size, ratio, resolution },
    usage: Usage.fromPartial({ calls: 1n, metered }),
  };
}

function checkReferences({ references }: Wish): { lastFrame: boolean; references: boolean } {
  const count = (role: string): number => references.filter((one) => one.role === role).length;
  if (references.some(({ kind }) => kind !== 'image')) {
    refuse('input_reference', 'input_reference has more than images: this model takes images alone.');
  }
  const [first, last, others] = [count('first_frame'), count('last_frame'), count('reference')];
  if (first + last > 0 && others > 0) {
    refuse('input_reference', 'A video is made from frames or from references, not from both.');
  }
  if (first > 1 || last > 1 || last > first) {
    refuse('input_reference', 'A last frame is taken beside a first one, and one of each.');
  }
  if (others > mostReferences) {
    refuse('input_reference', `${others} references are given; at most ${mostReferences} are taken.`);
  }
  return { lastFrame: last > 0, references: others > 0 };
}

/** A size in pixels is as high as it is wide or wider, or it is not. */
function ratioIn({ size }: Wish): string {
  return size && size.height > size.width ? portrait : landscape;
}

/** By its word, or by the longest edge of a size in pixels. */
function resolutionOf({ resolution, size }: Wish): string {
  if (resolution !== undefined) return resolution.toLowerCase();
  const edge = size ? Math.max(size.width, size.height) : 0;
  if (edge >= 3_840) return '4k';
  return edge >= 1_920 ? '1080p' : usualResolution;
}

function edgesOf(resolution: string, model: string): readonly [number, number] {
  const taken = Object.keys(resolutions).filter((name) => name !== '4k' || !isWithout4k(model));
  const edges = taken.includes(resolution) ? resolutions[resolution] : undefined;
  return (
    edges ?? refuse('size', `${show(resolution)} is not rendered; this model renders ${taken.join(', ')}.`)
  );
}

/** The generation before, and the light one of this. */
function isWithout4k(model: string): boolean {
  return model.startsWith('veo-3.0') || model.includes('lite');
}
