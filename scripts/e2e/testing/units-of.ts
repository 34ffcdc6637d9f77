import { prices } from './configuration.ts';
import type { Served } from './world.ts';

export const unitsPerDollar = 500_000;

/** The price of one served request by hand: tokens times dollars per million, rounded half away from zero. */
export function unitsOf({ model, usage }: Served): bigint {
  const price = { input: 0, cacheRead: 0, output: 0, call: 0, ...prices[model as keyof typeof prices] };
  const dollars =
    ((usage.inputTokens - usage.cachedTokens) * price.input +
      usage.cachedTokens * price.cacheRead +
      usage.outputTokens * price.output) /
      1e6 +
    price.call;
  // Twelve digits hold every product of these prices exactly; what lies beyond is the error of floats.
  return BigInt(Math.round(Number((dollars * unitsPerDollar).toPrecision(12))));
}
