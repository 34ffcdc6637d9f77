import type { Concurrency } from './concurrency.ts';
import type { Sharing } from './leases/sharing.ts';
import type { Rates } from './rates.ts';
import type { Throttle } from './throttle.ts';
import type { TokenRates } from './token-rates.ts';

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
