import { MeteredUnit, Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { refuse } from '../../families/refuse.ts';
import type { Wish } from '../../families/wish.ts';
import type { Order } from '../upstream.ts';
import { checkReferences } from './references.ts';

/** What is rendered where a client leaves it open: said to the other gateway, whatever its own defaults are. */
const defaults: Record<string, { seconds: number; resolution?: string }> = {
  V1: { seconds: 4 },
  V2: { seconds: 8 },
  V3: { seconds: 8, resolution: '480p' },
  V4: { seconds: 8 },
  V6: { seconds: 5, resolution: '720p' },
  V7: { seconds: 5, resolution: '720p' },
};
const anyFamily: { seconds: number; resolution?: string } = { seconds: 5 };

const portrait = { width: 720, height: 1_280 };

/** The long edge of each resolution of V2, and its short one. */
const edges: Record<string, readonly [number, number]> = {
  '720p': [1_280, 720],
  '1080p': [1_920, 1_080],
  '4k': [3_840, 2_160],
};

/** Fills in what the price depends on. What the models behind the other gateway render is its own to refuse. */
export function resolveWish(wish: Wish): Order {
  checkReferences(wish);
  checkScenes(wish);
  const usual = defaults[wish.family ?? ''] ?? anyFamily;
  const secondsMs = wish.secondsMs ?? usual.seconds * 1_000;
  const resolution = wish.resolution ?? usual.resolution;
  const size = sizeOf(wish);
  const options = optionsOf(wish);
  const tier = resolution ?? (size ? `${Math.min(size.width, size.height)}p` : '');
  // As Vertex's own, which this may stand in for.
  const variant = modeOf(options) ?? (options.generateAudio === false ? `${tier}:silent` : tier);
  return {
    wish: {
      ...wish,
      secondsMs,
      ...(resolution !== undefined && { resolution }),
      ...(size && { size }),
      options,
    },
    usage: Usage.fromPartial({
      calls: 1n,
      metered: [{ unit: MeteredUnit.SECOND, variant, quantity: BigInt(secondsMs) }],
    }),
  };
}

/** Kling's models have a mode in place of a size. */
function optionsOf({ family, options }: Wish): Wish['options'] {
  return family === 'kling' ? { mode: 'std', ...options } : options;
}

/** As Kling's own are priced. */
function modeOf({ mode, sound }: Wish['options']): string | undefined {
  if (typeof mode !== 'string') return undefined;
  return sound === 'on' ? `${mode}:sound` : mode;
}

/** Scenes are in the words of one vendor: another gateway is told of frames and references alone. */
function checkScenes({ family, options, references }: Wish): void {
  if (family !== 'V10') return;
  const [first, second] = references.filter(({ role }) => role === 'reference');
  if (Object.keys(options).length > 0 || (first && !second)) {
    refuse('metadata', 'metadata is taken for the last frame alone: this model has no scenes.');
  }
}

/** The families that say by their size alone how large a video is. */
function sizeOf({ family, size, ratio, resolution }: Wish): Wish['size'] {
  if (family !== 'V2') return size ?? (family === 'V1' ? portrait : undefined);
  if (size !== undefined && resolution === undefined) return size;
  const [long = 0, short = 0] = edges[resolution ?? '720p'] ?? [];
  return ratio === '9:16' ? { width: short, height: long } : { width: long, height: short };
}
