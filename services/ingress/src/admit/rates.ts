import { RateLimiterMemory } from 'rate-limiter-flexible';
import { leftOf } from './left-of.ts';

export interface Rates {
  /** Takes one request of `perMinute`; says how long to wait when there is none left. */
  take(name: string, perMinute: number): RateRefusal | undefined | Promise<RateRefusal | undefined>;
}

export interface RateRefusal {
  retryAfterMs: number;
}

/**
 * Requests a minute, in windows of `windowMs` that begin with a key's first request. The limit comes with each
 * request, so that a change holds at once; the window only counts. Entries live for one window, one per key in use.
 */
export function createRates(windowMs: number): Rates {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1_000 });
  return {
    async take(name, perMinute) {
      const window = await limiter.penalty(name);
      if (window.consumedPoints <= perMinute) return undefined;
      // A refused request is not one of the minute's: a limit that is raised gives its whole difference.
      await limiter.reward(name);
      return { retryAfterMs: leftOf(window, windowMs) };
    },
  };
}
