import { RateLimiterMemory } from 'rate-limiter-flexible';
import { leftOf } from './left-of.ts';

export interface TokenRates {
  /**
   * Books what a request may take on its name's minute, unless the minute has used up `perMinute` before. The
   * request that crosses the limit is let through: what it takes is known only when it is over.
   */
  take(name: string, perMinute: number, estimate: number): Promise<TokenClaim | { retryAfterMs: number }>;
  /** Counts what was used without having been booked, whatever is left. */
  add(name: string, perMinute: number, tokens: number): Promise<void>;
}

export interface TokenClaim {
  /** Puts what was really used in the place of the estimate, as long as the minute lasts. */
  correct(tokens: number): Promise<void>;
}

/** Tokens a minute, in windows that begin with a name's first request. Entries live for one window. */
export function createTokenRates(windowMs: number, now: () => number = () => performance.now()): TokenRates {
  const limiter = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: windowMs / 1_000 });
  return {
    async take(name, perMinute, estimate) {
      const window = await limiter.penalty(name, estimate);
      if (window.consumedPoints - estimate >= perMinute) {
        await limiter.reward(name, estimate);
        return { retryAfterMs: leftOf(window, windowMs) };
      }
      const endsAt = now() + leftOf(window, windowMs);
      return {
        async correct(tokens) {
          if (now() >= endsAt || tokens === estimate) return;
          if (tokens > estimate) await limiter.penalty(name, tokens - estimate);
          else await limiter.reward(name, estimate - tokens);
        },
      };
    },
    async add(name, _perMinute, tokens) {
      await limiter.penalty(name, tokens);
    },
  };
}
