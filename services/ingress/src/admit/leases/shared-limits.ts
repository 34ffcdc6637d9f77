import type { Log } from '@headgate/runtime/log';
import type { Config } from '../../config.ts';
import { type Limits, loginWindowMs } from '../limits.ts';
import { createLink } from './link/link.ts';
import { createSharedConcurrency } from './shared-concurrency.ts';
import { createSharedRates } from './shared-rates.ts';
import { createSharedThrottle } from './shared-throttle.ts';
import { createSharedTokenRates } from './shared-token-rates.ts';
import { createSharingCounts } from './sharing-counts.ts';

/** Limits that all replicas hold together by a Valkey. */
export function createSharedLimits(
  { redisUrl, limitDeadlineMs: deadlineMs, limitWindowMs: windowMs, failedAuthLimit, loginLimit }: Config,
  log: Pick<Log, 'info' | 'warn'>,
): Limits {
  const link = createLink({ url: redisUrl, log, deadlineMs });
  const counts = createSharingCounts();
  const rates = createSharedRates(windowMs, link, counts);
  const tokenRates = createSharedTokenRates(windowMs, link, counts);
  const concurrency = createSharedConcurrency(link, counts);
  const refusedKeys = createSharedThrottle({
    kind: 'refused-keys',
    limit: failedAuthLimit,
    windowMs,
    link,
    counts,
  });
  const refusedLogins = createSharedThrottle({
    kind: 'refused-logins',
    limit: loginLimit,
    windowMs: loginWindowMs,
    link,
    counts,
  });
  return {
    rates,
    tokenRates,
    concurrency,
    refusedKeys,
    refusedLogins,
    sharing: { link, counts },
    async stop() {
      const all = [rates, tokenRates, concurrency, refusedKeys, refusedLogins];
      await Promise.all(all.map((limit) => limit.stop()));
      await link.close();
    },
  };
}
