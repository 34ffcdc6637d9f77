import { nearestRatio } from '../../families/nearest-ratio.ts';
import { refuse } from '../../families/refuse.ts';
import { showSize } from '../../families/size.ts';
import type { Wish } from '../../families/wish.ts';

/** Between the largest preset of one resolution and the smallest of the next. */
const most1k = 2_100_000;
const most2k = 5_000_000;

export type Resolution = '1K' | '2K' | '4K';

/** What a size in pixels is called by vendors that price resolutions. */
export function resolutionOf({ width, height }: NonNullable<Wish['size']>): Resolution {
  const pixels = width * height;
  if (pixels <= most1k) return '1K';
  return pixels <= most2k ? '2K' : '4K';
}

/** The ratio that was asked for, as one of the vendor's; undefined where none was. */
export function ratioIn({ size, ratio }: Wish, ratios: readonly string[]): string | undefined {
  if (ratio === undefined && !size) return undefined;
  const found =
    ratio === undefined ? size && nearestRatio(size, ratios) : ratios.find((one) => one === ratio);
  if (found !== undefined) return found;
  const shown = ratio ?? (size && showSize(size));
  return refuse('size', `size is '${shown}'; this model makes images of ${ratios.join(', ')}.`);
}
