import { findOwnRate, findVariantRate } from '../../catalog/variant-rate.ts';
import { invalid } from '../../json/read.ts';
import { isResolution, type Resolution, resolutionOf } from '../sizes/measures.ts';

/** What an image is to be, as it is sent and as it is priced. */
export interface ResolvedImage {
  size: string | undefined;
  quality: string | undefined;
  /** What it is priced by. */
  variant: string;
  /** What it is priced as where its size says none; an upstream that would choose another is told. */
  resolution?: Resolution | undefined;
}

export interface ImageWish {
  size: string | undefined;
  quality: string | undefined;
  /** What its size is called where a resolution is priced. */
  resolution?: Resolution | undefined;
  /** A picture came along: what is made has its shape, where nothing else is asked for. */
  isAfterPicture?: boolean;
}

const anySize = '1024x1024';
const leastResolution = '1K';
const ratio = /^\d{1,2}:\d{1,2}$/;

/** Vendors' own words for what is neither the cheapest nor the dearest. */
const usualQualities = ['standard', 'medium'];

/**
 * Settles what the price tells apart: where images are priced by size or quality, what the client left open is said, so that
 * what is sent is what is priced. Throws a FaultError 400 for what has no price.
 */
export function resolvePrice(
  wish: ImageWish,
  prices: ReadonlyMap<string, bigint> | undefined,
  sizePath = 'size',
): ResolvedImage {
  if (!prices) return { ...wish, variant: nameVariant(wish.size, wish.quality) };
  const names = [...prices.keys()].filter((name) => name !== '');
  const isUnsaid = names.length > 0 && isOpen(wish.size);
  const keepsShape = isUnsaid && wish.isAfterPicture === true && names.every(isResolution);
  const size = isUnsaid && !keepsShape ? anySize : wish.size;
  const quality = (isOpen(wish.quality) ? usualQuality(size, prices) : undefined) ?? wish.quality;
  const unsaid = keepsShape || ratio.test(size ?? '') ? leastResolution : undefined;
  const resolution = wish.resolution ?? resolutionOf(size ?? '') ?? unsaid;
  const image = { size, quality, resolution };
  const own = findOwnVariant(image, prices);
  const variant = findVariant(image, prices);
  const isTold = unsaid !== undefined && names.some(isResolution) && (own === undefined || own === unsaid);
  if (variant !== undefined) return { size, quality, variant, ...(isTold && { resolution: unsaid }) };
  const isSizePriced = names.some((name) => name.split(':')[0] === size);
  throw invalid(isSizePriced ? 'quality' : sizePath, `has no price; priced are ${names.join(', ')}`);
}

type Priced = Pick<ImageWish, 'size' | 'quality' | 'resolution'>;

/** What an image is priced by; undefined where it has no price. */
export function findVariant(image: Priced, prices: ReadonlyMap<string, bigint>): string | undefined {
  // The price of any size is for those that have none of their own, and is the last.
  const any = prices.has('') ? nameVariant(image.size, image.quality) : undefined;
  return findOwnVariant(image, prices) ?? any;
}

function findOwnVariant({ size, quality, resolution }: Priced, prices: ReadonlyMap<string, bigint>) {
  const names = [nameVariant(size, quality), resolution ?? ''];
  return names.find((name) => name !== '' && findOwnRate(prices, name) !== undefined);
}

/** Whether it is left to the upstream. */
export function isOpen(word: string | undefined): boolean {
  return word === undefined || word === 'auto';
}

/** Undefined where nothing depends on the quality. */
function usualQuality(size = '', prices: ReadonlyMap<string, bigint>): string | undefined {
  const priced = [...prices.keys()].flatMap((name) => {
    const [of, quality] = name.split(':');
    return of === size && quality !== undefined ? [quality] : [];
  });
  if (priced.length === 0) return undefined;
  return usualQualities.find((word) => priced.includes(word)) ?? fallbackQuality(size, priced, prices);
}

function fallbackQuality(size: string, priced: readonly string[], prices: ReadonlyMap<string, bigint>) {
  return findVariantRate(prices, size) === undefined ? priced[0] : 'medium';
}

/** Variants are kept for ever and counted by: what does not look like a size or a quality is none. */
function nameVariant(size: string | undefined, quality: string | undefined): string {
  const isSize = size !== undefined && /^(?:\d{1,5}x\d{1,5}|[124]K|\d{1,2}:\d{1,2})$/.test(size);
  if (!isSize) return '';
  return quality !== undefined && /^[a-z]{1,16}$/.test(quality) ? `${size}:${quality}` : size;
}
