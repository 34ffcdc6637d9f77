import { RateLimiterMemory } from 'rate-limiter-flexible';

export interface Rates {
  /** Takes one request of `perMinute`; says how long to wait when there is none left. */
  take(name: string, perMinute: number): Promise<{ retryAfterMs: number } | undefined>;
}

const windowSeconds = 60;

/**
 * Requests a minute, in windows that begin with a key's first request. The limit comes with each request, so
 * that a change holds at once; the window only counts. Entries live for one window, one per key in use.
 */
export function createRates(): Rates {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowSeconds });
  return {
    async take(name, perMinute) {
      const window = await limiter.penalty(name);
      if (window.consumedPoints <= perMinute) return undefined;
      // A refused request is not one of the minute's: a limit that is raised gives its whole difference.
      await limiter.reward(name);
      return { retryAfterMs: window.msBeforeNext };
    },
  };
}
