import { type Metered, MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { refuse, show } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Wish } from '../../families/wish.ts';
import { filmModelOf } from './models.ts';

const defaultMode = 'std';
const defaultSeconds = 5;
const ratios = ['16:9', '9:16', '1:1'];
const defaultRatio = '16:9';
/** A picture's height by mode, and what other dialects call it. */
const modeOf: Record<string, string> = { '720p': 'std', '1080p': 'pro', '2160p': '4k', '4k': '4k' };

/** A video by one of the vendor's models, within what it says of the model. */
export function resolveFilm(wish: Wish, upstreamModel: string): { wish: Wish; metered: Metered } {
  const model = filmModelOf(upstreamModel);
  const mode = modeIn(wish);
  if (!model.modes.includes(mode))
    refuse('mode', `mode is ${show(mode)}; this model renders ${model.modes.join(', ')}.`);
  const secondsMs = wish.secondsMs ?? defaultSeconds * 1_000;
  if (!model.seconds.includes(secondsMs / 1_000)) {
    refuse(
      'duration',
      `duration is ${secondsMs / 1_000}; this model renders ${listOf(model.seconds)} seconds.`,
    );
  }
  const { sound = 'off', cfg_scale: scale } = wish.options;
  if (sound === 'on' && !model.hasSound) refuse('sound', `sound is 'on'; this model takes off alone.`);
  if (scale !== undefined && !model.hasScale)
    refuse('cfg_scale', 'cfg_scale is not taken by this model: it has none.');
  const ratio = ratioIn(wish);
  return {
    wish: {
      ...wish,
      secondsMs,
      ...(ratio !== undefined && { ratio }),
      options: { ...wish.options, mode, ...(model.hasSound && { sound }) },
    },
    metered: {
      unit: MeteredUnit.SECOND,
      variant: sound === 'on' ? `${mode}:sound` : mode,
      quantity: BigInt(secondsMs),
    },
  };
}

/** Dialects without modes say a resolution, or a size. */
function modeIn({ options, resolution, size }: Wish): string {
  if (typeof options.mode === 'string') return options.mode;
  const wanted = resolution ?? (size && `${Math.min(size.width, size.height)}p`);
  if (wanted === undefined) return defaultMode;
  const word = wanted.toLowerCase();
  const mode = Object.hasOwn(modeOf, word) ? modeOf[word] : undefined;
  const [name, value] = resolution === undefined && size ? ['size', showSize(size)] : ['resolution', wanted];
  if (mode === undefined) refuse(name, `${name} is '${value}'; this model renders 720p, 1080p and 4k.`);
  return mode;
}

/** A first frame gives its own ratio to the video. */
function ratioIn({ ratio, size, references }: Wish): string | undefined {
  const wanted = ratio ?? (size && ratioOf(size));
  const hasFrame = references.some(({ role }) => role !== 'reference');
  if (wanted === undefined) return hasFrame ? undefined : defaultRatio;
  if (!ratios.includes(wanted)) {
    refuse('aspect_ratio', `aspect_ratio is ${show(wanted)}; this model renders ${ratios.join(', ')}.`);
  }
  return wanted;
}

function ratioOf({ width, height }: { width: number; height: number }): string {
  const divisor = greatestDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

function listOf(seconds: readonly number[]): string {
  return seconds.length > 3 ? `${seconds[0]} to ${seconds.at(-1)}` : seconds.join(' or ');
}
