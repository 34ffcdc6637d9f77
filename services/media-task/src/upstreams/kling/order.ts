/** What the vendor renders, with its defaults filled in, and what that costs in units of usage. */
import { type Metered, MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { nearestRatio } from '../../families/nearest-ratio.ts';
import { refuse, show } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import type { Order } from '../upstream.ts';
import { resolveFilm } from './film.ts';
import { longestMsOf } from './length.ts';
import { resolveOmni } from './omni.ts';
import { type KlingPath, klingPaths, pathOf } from './paths.ts';

const largestImageBytes = 10 * 1024 * 1024;
/** That a dialect may bring along without saying for which of the vendor's members. */
const mostImages = 4;
const defaultRatio = '16:9';
const resolutions = ['1k', '2k'];
const ratios = ['16:9', '9:16', '1:1', '4:3', '3:4', '3:2', '2:3', '21:9'];
/** What one extension adds, as it is billed. */
const extensionMs = 5_000;

export function resolveOrder(wish: Wish, model: string): Order {
  const path = pathOf(wish);
  checkReferences(wish, path);
  const resolved = resolvers[path]({ ...wish, options: { ...wish.options, path } }, model);
  const { metered, ...order } = resolved;
  return { wish: order.wish, usage: Usage.fromPartial({ calls: 1n, metered: [metered] }) };
}

interface Resolved {
  wish: Wish;
  metered: Metered;
}

const resolvers: Record<KlingPath, (wish: Wish, model: string) => Resolved> = {
  'videos/text2video': resolveFilm,
  'videos/image2video': resolveFilm,
  'videos/multi-image2video': resolveFilm,
  'videos/omni-video': resolveOmni,
  'videos/motion-control': (wish) => asLongAsFile(wish, 'motion-control'),
  'videos/avatar/image2video': (wish) => asLongAsFile(wish, 'avatar'),
  'videos/video-extend': (wish) =>
    seconds({ ...wish, secondsMs: extensionMs }, String(wish.options.mode ?? 'std')),
  'videos/lip-sync': (wish) => seconds(wish, 'lip-sync'),
  'videos/effects': (wish) => {
    const { mode } = wish.options;
    return seconds(wish, mode === undefined ? 'effects' : `effects:${mode}`);
  },
  'images/generations': resolveImages,
  'images/kolors-virtual-try-on': (wish) => ({
    wish: { ...wish, imageCount: 1 },
    metered: { unit: MeteredUnit.IMAGE, variant: '', quantity: 1n },
  }),
};

function seconds(wish: Wish, variant: string): Resolved {
  return {
    wish,
    metered: { unit: MeteredUnit.SECOND, variant, quantity: BigInt(wish.secondsMs ?? 0) },
  };
}

function asLongAsFile(wish: Wish, kind: string): Resolved {
  const variant = `${kind}:${wish.options.mode}`;
  return {
    wish,
    metered: { unit: MeteredUnit.SECOND, variant, quantity: BigInt(longestMsOf(wish) ?? 0) },
  };
}

function resolveImages(wish: Wish): Resolved {
  const { imageCount = 1 } = wish;
  const ratio = wish.ratio ?? ratioIn(wish);
  const resolution = wish.resolution?.toLowerCase() ?? '1k';
  if (!resolutions.includes(resolution)) {
    refuse('resolution', `resolution is ${show(resolution)}; this model renders ${resolutions.join(', ')}.`);
  }
  if (!ratios.includes(ratio)) {
    refuse('aspect_ratio', `aspect_ratio is ${show(ratio)}; this model renders ${ratios.join(', ')}.`);
  }
  const variant = wish.references.length > 0 ? `${resolution}:reference` : resolution;
  return {
    wish: { ...wish, imageCount, resolution, ratio },
    metered: { unit: MeteredUnit.IMAGE, variant, quantity: BigInt(imageCount) },
  };
}

/** The vendor knows no sizes: one in pixels lends its ratio. */
function ratioIn({ size }: Wish): string {
  if (!size) return defaultRatio;
  const ratio = nearestRatio(size, ratios);
  return ratio ?? refuse('size', `size is '${showSize(size)}'; this model renders ${ratios.join(', ')}.`);
}

/** Kinds that take videos and sounds, in members of their own. */
const ofFiles: readonly KlingPath[] = [
  ...(['videos/omni-video', 'videos/motion-control', 'videos/avatar/image2video'] as const),
  ...(['videos/lip-sync', 'videos/video-extend'] as const),
];

function checkReferences({ references }: Wish, path: KlingPath): void {
  const isOfFiles = ofFiles.includes(path);
  for (const { kind, source, options } of references) {
    const name = String(options?.member ?? 'image');
    if (kind !== 'image' && !isOfFiles) refuse(name, `this model takes no reference ${kind}s.`);
    if ('asset' in source && !isOfFiles) refuse(name, `${name} must be an address or base64.`);
    if (kind === 'image' && 'bytes' in source && source.bytes.length > largestImageBytes) {
      const { length } = source.bytes;
      refuse(name, `${name} has ${length} bytes; at most ${largestImageBytes} are taken.`);
    }
  }
  const most = klingPaths[path] === 'image' ? 0 : mostImages;
  const unnamed = references.filter(({ kind, options }) => kind === 'image' && options?.member === undefined);
  if (unnamed.length > most)
    refuse('images', `images has ${unnamed.length}; this model takes at most ${most}.`);
  checkRoles(unnamed);
}

/** A first frame, a last one, or both; or references. The vendor has one member for each frame, and lists for references alone. */
function checkRoles(images: readonly Reference[]): void {
  const count = (role: Reference['role']) => images.filter((image) => image.role === role).length;
  const [first, last] = [count('first_frame'), count('last_frame')];
  if (first > 1 || last > 1)
    refuse('image', `image is ${first + last} frames; a video has one first frame and one last.`);
  if (first + last > 0 && count('reference') > 0)
    refuse('images', 'images are references: this model takes none beside frames.');
}
