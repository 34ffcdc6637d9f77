import type { Bound } from './gen/headgate/ledger/v1/ledger.ts';

/**
 * Nano-dollars times millionths of a ratio that make one quota unit: 500,000 units are one dollar, so a unit
 * is 2,000 nano-dollars, and a ratio of 1 is 1,000,000 millionths.
 */
export const perUnit = 2_000n * 1_000_000n;

/** The largest amount that columns and messages hold. */
export const maxAmount = 2n ** 63n - 1n;

/**
 * Quota units for as much as a price is for, rounded up: a bound is never below what is billed. One beyond what a message
 * holds would keep all bounds from gateways, and so is the largest there is: nobody has as much.
 * @param price in whole nano-dollars. @param ratio in whole millionths.
 */
export function boundOf(price: bigint, ratio: bigint): bigint {
  const units = (price * ratio + perUnit - 1n) / perUnit;
  return units < maxAmount ? units : maxAmount;
}

/** The bound of a model in a group, of its rates in nano-dollars and the group's ratio in millionths. */
export function multiplyRate(rate: Bound, group: string, ratio: bigint): Bound {
  return {
    model: rate.model,
    group,
    input: boundOf(rate.input, ratio),
    output: boundOf(rate.output, ratio),
    call: boundOf(rate.call, ratio),
    metered: rate.metered.map((metered) => ({ ...metered, units: boundOf(metered.units, ratio) })),
  };
}
