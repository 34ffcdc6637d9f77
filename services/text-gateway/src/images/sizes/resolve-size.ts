import type { Media } from '@headgate/proto/gen/headgate/account/v1/account';
import { imageSizesOf } from '@headgate/proto/image-sizes';
import { invalid } from '../../json/read.ts';
import { readMeasures } from './measures.ts';

const square = '1:1';

/**
 * The size that goes to the upstream, by the model's row: a ratio becomes the size that it stands for, a size in pixels must
 * be one that the row's tier has, and nothing becomes the square. Rows that name no tier leave it as it is. Throws a
 * FaultError 400.
 */
export function resolveSize(size: string | undefined, media: Media | undefined): string | undefined {
  const tier = media && imageSizesOf(media);
  if (!tier) return size;
  const preset = Object.hasOwn(tier.presets, size ?? square) ? tier.presets[size ?? square] : undefined;
  if (preset !== undefined || size === undefined) return preset;
  const sizes = Object.values(tier.presets);
  if (sizes.includes(size)) return size;
  const measures = readMeasures(size);
  const ratios = Object.keys(tier.presets).join(', ');
  const problem = measures
    ? tier.problemOf(measures.width, measures.height)
    : `must be one of ${ratios}, or pixels such as ${sizes[0]}`;
  if (problem !== undefined) throw invalid('size', `is '${size.slice(0, 40)}' and ${problem}`);
  return size;
}
