import { type Metered, MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { findVariantRate } from '../../catalog/variant-rate.ts';
import type { ImageJob } from '../image-order.ts';
import { resolutionOf, resolutions } from '../sizes/measures.ts';
import { findVariant } from './resolve-price.ts';

type Priced = Pick<ImageJob, 'resolved' | 'terms'>;

/** The size that an answer says of each of its images, as far as it does. */
export type SaidSizes = readonly (string | undefined)[];

/**
 * So many images, by what each is priced by. Where the resolution was left to the upstream, that is the size which the answer says,
 * if it has a price.
 */
export function meterImages(priced: Priced, images: number, said: SaidSizes = []): Metered[] {
  const { variant, resolution } = priced.resolved;
  const quantities = new Map<string, bigint>(images > 0 ? [] : [[variant, 0n]]);
  for (let at = 0; at < images; at += 1) {
    const made = (resolution && variantOf(priced, said[at])) ?? variant;
    quantities.set(made, (quantities.get(made) ?? 0n) + 1n);
  }
  return [...quantities].map(([of, quantity]) => ({ unit: MeteredUnit.IMAGE, variant: of, quantity }));
}

/** What is held for so many images: for what each costs at most, where the resolution is left to the upstream. */
export function meterAsked(priced: Priced, images: number): Metered[] {
  const { resolved, terms } = priced;
  const isLeft = terms.leavesResolution === true && resolved.resolution !== undefined;
  const variant = isLeft ? dearestOf(priced) : resolved.variant;
  return [{ unit: MeteredUnit.IMAGE, variant, quantity: BigInt(images) }];
}

/** Of all that an answer may say. */
function dearestOf(priced: Priced): string {
  const { resolved, terms } = priced;
  const { prices = new Map<string, bigint>() } = terms;
  const rateOf = (name: string): bigint => findVariantRate(prices, name) ?? 0n;
  const sizes = [...[...prices.keys()].map((name) => name.split(':')[0]), ...resolutions];
  return sizes
    .flatMap((size) => variantOf(priced, size) ?? [])
    .reduce((most, name) => (rateOf(name) > rateOf(most) ? name : most), resolved.variant);
}

/** What an image that came in a size is priced by, as one that was asked for in it; undefined where that has no price. */
function variantOf({ resolved: { quality }, terms: { prices } }: Priced, size = ''): string | undefined {
  const resolution = resolutionOf(size);
  return resolution && prices && findVariant({ size, quality, resolution }, prices);
}
