import { type Metered, MeteredUnit } from '@headgate/proto/gen/headgate/events/v1/events';
import { findVariantRate } from '../../catalog/variant-rate.ts';
import type { ImageJob } from '../image-order.ts';
import { isResolution, type Resolution } from '../sizes/measures.ts';

type Priced = Pick<ImageJob, 'resolved' | 'terms'>;

/** What an answer says of each of its images, as far as it does. */
export type SaidResolutions = readonly (Resolution | undefined)[];

/**
 * So many images, by what each is priced by. Where the resolution was left to the upstream, that is the one which the answer says,
 * if it has a price.
 */
export function meterImages(
  { resolved: { variant, resolution }, terms: { prices } }: Priced,
  images: number,
  said: SaidResolutions = [],
): Metered[] {
  const quantities = new Map<string, bigint>(images > 0 ? [] : [[variant, 0n]]);
  for (let at = 0; at < images; at += 1) {
    const chosen = resolution && said[at];
    const made = chosen && prices?.has(chosen) ? chosen : variant;
    quantities.set(made, (quantities.get(made) ?? 0n) + 1n);
  }
  return [...quantities].map(([of, quantity]) => ({ unit: MeteredUnit.IMAGE, variant: of, quantity }));
}

/** What is held for so many images: for what each costs at most, where the resolution is left to the upstream. */
export function meterAsked({ resolved, terms }: Priced, images: number): Metered[] {
  const { variant, resolution } = resolved;
  const { prices, leavesResolution } = terms;
  const isLeft = leavesResolution === true && resolution !== undefined;
  const dearest = prices && isLeft ? dearestOf([variant, ...prices.keys()], prices) : variant;
  return [{ unit: MeteredUnit.IMAGE, variant: dearest, quantity: BigInt(images) }];
}

function dearestOf([variant = '', ...names]: readonly string[], prices: ReadonlyMap<string, bigint>): string {
  const rateOf = (name: string): bigint => findVariantRate(prices, name) ?? 0n;
  return names
    .filter(isResolution)
    .reduce((most, name) => (rateOf(name) > rateOf(most) ? name : most), variant);
}
