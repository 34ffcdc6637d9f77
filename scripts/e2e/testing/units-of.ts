import { prices } from './configuration.ts';
import type { Served } from './world.ts';

export const unitsPerDollar = 500_000;

interface Price {
  input: number;
  cacheRead: number;
  output: number;
  call: number;
}

const free: Price = { input: 0, cacheRead: 0, output: 0, call: 0 };

/** The price of one served request by hand, at the prices of the end-to-end configuration. */
export function unitsOf(served: Served): bigint {
  return unitsAt(prices[served.model as keyof typeof prices] ?? free)(served);
}

/** The same where all models have one price: tokens times dollars per million, rounded half away from zero. */
export function unitsAt(given: Partial<Price>): (served: Pick<Served, 'usage'>) => bigint {
  const price = { ...free, ...given };
  return ({ usage }) => toUnits(usage, price);
}

function toUnits(usage: Served['usage'], price: Price): bigint {
  const dollars =
    ((usage.inputTokens - usage.cachedTokens) * price.input +
      usage.cachedTokens * price.cacheRead +
      usage.outputTokens * price.output) /
      1e6 +
    price.call;
  // Twelve digits hold every product of these prices exactly; what lies beyond is the error of floats.
  return BigInt(Math.round(Number((dollars * unitsPerDollar).toPrecision(12))));
}
