import { perUnit } from '@headgate/proto/bounds';
import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { type Charge, chargesOf } from './charges.ts';
import type { Price } from './price.ts';

/** The least number that all quantities which prices are for divide: a million tokens, 60,000 milliseconds. */
export const parts = 3_000_000n;

/**
 * What a usage costs, in quota units, exact until the one rounding at the end: half away from zero. Undefined when the
 * row does not say.
 * @param ratio the group's ratio in whole millionths.
 */
export function amountOf(usage: Usage, price: Price, ratio: bigint): bigint | undefined {
  const charges = chargesOf(usage, price);
  return charges && sumOf(charges, ratio);
}

/** All lines of a bill together, in quota units. */
export function sumOf(charges: readonly Charge[], ratio: bigint): bigint {
  let sum = 0n;
  for (const charge of charges) sum += productOf(charge);
  return divideHalfAwayFromZero(sum * ratio, parts * perUnit);
}

/** One line of a bill, in nano-dollars times `parts`: a whole number. */
export function productOf({ quantity, rate, per }: Charge): bigint {
  return quantity * rate * (parts / per);
}

/** Divides by a positive number; exactly half goes away from zero. */
export function divideHalfAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}
