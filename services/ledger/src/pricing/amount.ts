import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Price } from './price.ts';

/**
 * Nano-dollars times millionths of a ratio that make one quota unit: 500,000 units are one dollar, so a unit
 * is 2,000 nano-dollars, and a ratio of 1 is 1,000,000 millionths.
 */
const perUnit = 2_000n * 1_000_000n;
const tokensPerPrice = 1_000_000n;

/**
 * What a usage costs, in quota units, exact until the one rounding at the end: half away from zero.
 * @param ratio the group's ratio in whole millionths.
 */
export function amountOf(usage: Usage, price: Price, ratio: bigint): bigint {
  const tokens =
    usage.inputFresh * price.inputFresh +
    usage.inputCacheRead * price.inputCacheRead +
    usage.inputCacheWrite * price.inputCacheWrite +
    usage.outputVisible * price.outputVisible +
    usage.outputReasoning * price.outputReasoning +
    usage.inputAudio * price.inputAudio +
    usage.inputImage * price.inputImage +
    usage.outputAudio * price.outputAudio;
  const calls = usage.calls * price.call * tokensPerPrice;
  return divideHalfAwayFromZero((tokens + calls) * ratio, tokensPerPrice * perUnit);
}

/** Divides by a positive number; exactly half goes away from zero. */
export function divideHalfAwayFromZero(dividend: bigint, divisor: bigint): bigint {
  const size = dividend < 0n ? -dividend : dividend;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return dividend < 0n ? -rounded : rounded;
}

/** Quota units per million tokens, or per call, rounded up: a bound is never below what is billed. */
export function boundOf(price: bigint, ratio: bigint): bigint {
  return (price * ratio + perUnit - 1n) / perUnit;
}
