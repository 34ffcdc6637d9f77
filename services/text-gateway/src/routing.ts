import { createAffinity } from './affinity/affinity.ts';
import type { Config } from './config.ts';
import type { GatewayContext } from './context.ts';
import { createBreaker } from './health/breaker.ts';
import { createChannelRecords } from './health/channel-records.ts';
import { createCooling } from './health/cooling.ts';
import { createPace } from './health/pace.ts';
import { createRetryBudget } from './health/retry-budget.ts';

/** What this process learns of upstreams, and chooses by. */
export type Routing = Pick<
  GatewayContext,
  'affinity' | 'breaker' | 'channelRecords' | 'cooling' | 'pace' | 'random' | 'retryBudget'
>;

const windowMs = 30_000;

/** @param now monotonic milliseconds. @param random numbers in [0, 1). */
export function createRouting(
  config: Config,
  now: () => number = () => performance.now(),
  random: () => number = Math.random,
): Routing {
  const { breakerOpenMs, breakerMaxOpenMs, credentialOpenMs } = config;
  return {
    affinity: createAffinity(now),
    breaker: createBreaker({
      model: {
        failures: 5,
        failedShare: 0.5,
        windowMs,
        firstOpenMs: breakerOpenMs,
        maxOpenMs: breakerMaxOpenMs,
      },
      credential: {
        failures: 1,
        failedShare: 0,
        windowMs,
        firstOpenMs: credentialOpenMs,
        maxOpenMs: credentialOpenMs * 10,
      },
      now,
      random,
    }),
    channelRecords: createChannelRecords(now),
    cooling: createCooling(now),
    pace: createPace(now),
    random,
    retryBudget: createRetryBudget({ share: config.retryPercent / 100, reserve: config.retryReserve, now }),
  };
}
