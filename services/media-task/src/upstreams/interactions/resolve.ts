import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { limitBytes } from '../../families/members/limit-references.ts';
import { refuse, show } from '../../families/refuse.ts';
import { largestVideo } from '../../families/v4.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import { shapeOf } from '../shape-of.ts';
import type { Order } from '../upstream.ts';

const ratios = ['16:9', '9:16'];
const usualSeconds = 8;
const leastSeconds = 3;
const mostImages = 5;
const usualResolution = '720p';
const resolutions = ['360p', usualResolution, '1080p', '4k'];
/** Ten seconds were seen to count 57,920. */
const tokensPerSecond = 5_792;

/** Fills in what Gemini Omni is asked for, and refuses what it does not render. */
export function resolveOmni(wish: Wish, model: string): Order {
  checkReferences(wish.references);
  // The first one, a preview, has no number.
  const taken = /omni-\d/.test(model) ? resolutions : [usualResolution];
  const shape = shapeOf(wish, { ratios, resolutions: taken });
  const ratio = shape.ratio ?? '16:9';
  if (!ratios.includes(ratio)) {
    refuse('aspect_ratio', `aspect_ratio is ${show(ratio)}; this model renders ${ratios.join(', ')}.`);
  }
  const resolution = shape.resolution?.toLowerCase() ?? usualResolution;
  if (!taken.includes(resolution)) {
    refuse('resolution', `resolution is ${show(resolution)}; this model renders ${taken.join(', ')}.`);
  }
  const seconds = (wish.secondsMs ?? usualSeconds * 1_000) / 1_000;
  const mostSeconds = model.includes('omni-1.2') ? 15 : 10;
  if (seconds < leastSeconds || seconds > mostSeconds) {
    refuse(
      'duration',
      `duration is ${seconds}; this model renders ${leastSeconds} to ${mostSeconds} seconds.`,
    );
  }
  const secondsMs = seconds * 1_000;
  const metered = [{ unit: MeteredUnit.SECOND, variant: resolution, quantity: BigInt(secondsMs) }];
  const outputVisible = BigInt(Math.ceil(seconds * tokensPerSecond));
  return {
    wish: { ...wish, secondsMs, ratio, resolution },
    usage: Usage.fromPartial({ calls: 1n, outputVisible, metered }),
  };
}

/** Frames are images like others there, and count with them. */
function checkReferences(references: readonly Reference[]): void {
  const of = (kind: Reference['kind']): Reference[] => references.filter((one) => one.kind === kind);
  const [images, videos, sounds] = [of('image'), of('video'), of('audio')];
  if (images.length > mostImages) {
    refuse(
      'images',
      `${images.length} images are given, frames among them; at most ${mostImages} are taken.`,
    );
  }
  if (videos.length > 1) refuse('video', `${videos.length} videos are given; at most 1 is taken.`);
  if (sounds.length > 0) refuse('audio', 'This model takes no reference audios.');
  limitBytes(videos, 'video', largestVideo);
}
