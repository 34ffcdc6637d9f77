import type { Log } from '@headgate/runtime/log';
import type { Config } from '../config.ts';
import { createConcurrency } from './concurrency.ts';
import { createSharedLimits } from './leases/shared-limits.ts';
import { type Limits, loginWindowMs } from './limits.ts';
import { createRates } from './rates.ts';
import { createThrottle } from './throttle.ts';
import { createTokenRates } from './token-rates.ts';

/** Counts in memory, or with a `redisUrl` together with all other replicas. */
export function createLimits(config: Config, log: Log): Limits {
  return config.redisUrl === '' ? createOwnLimits(config) : createSharedLimits(config, log);
}

function createOwnLimits({ limitWindowMs, failedAuthLimit, loginLimit }: Config): Limits {
  return {
    rates: createRates(limitWindowMs),
    tokenRates: createTokenRates(limitWindowMs),
    concurrency: createConcurrency(),
    refusedKeys: createThrottle(failedAuthLimit, limitWindowMs),
    refusedLogins: createThrottle(loginLimit, loginWindowMs),
    stop: async () => undefined,
  };
}
