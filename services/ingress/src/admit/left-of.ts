import type { RateLimiterRes } from 'rate-limiter-flexible';

/** Milliseconds until a window ends. It ends by a timer, but what is left of it is told by a clock that may have been set back. */
export function leftOf({ msBeforeNext }: RateLimiterRes, windowMs: number): number {
  return Math.min(msBeforeNext, windowMs);
}
