import type { Log } from '@headgate/runtime/log';
import type { Config } from '../config.ts';
import { type Concurrency, createConcurrency } from './concurrency.ts';
import { createSharedLimits } from './leases/shared-limits.ts';
import type { Sharing } from './leases/sharing.ts';
import { createRates, type Rates } from './rates.ts';
import { createThrottle, type Throttle } from './throttle.ts';
import { createTokenRates, type TokenRates } from './token-rates.ts';

/** Everything that requests and attempts are counted by. */
export interface Limits {
  rates: Rates;
  tokenRates: TokenRates;
  concurrency: Concurrency;
  refusedKeys: Throttle;
  refusedLogins: Throttle;
  /** How they are shared by the replicas; absent where each counts for itself. */
  sharing?: Sharing;
  stop(): Promise<void>;
}

export const loginWindowMs = 20 * 60_000;

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
