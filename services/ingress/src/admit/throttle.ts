import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { partyOf } from '@headgate/runtime/party-of';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { leftOf } from './left-of.ts';

/** Counts refusals of one kind by address, and turns away an address that had too many. */
export interface Throttle {
  /** Throws 429 when the address is at its limit. */
  check(address: string): Promise<void>;
  /** Counts one more. Throws 429 when the address was at its limit: then nothing was tried, and nothing is counted. */
  count(address: string): Promise<void>;
  /** Takes one back. */
  forgive(address: string): Promise<void>;
}

/**
 * Entries live for one window. An entry costs a TCP connection from an address (IPv6: a network) of its own,
 * which bounds their number.
 */
export function createThrottle(limit: number, windowMs: number): Throttle {
  const limiter = new RateLimiterMemory({ points: limit, duration: windowMs / 1_000 });
  return {
    async check(address) {
      const seen = await limiter.get(partyOf(address));
      if (seen && seen.consumedPoints >= limit && seen.msBeforeNext > 0)
        throw tooManyAttempts(leftOf(seen, windowMs));
    },
    async count(address) {
      const seen = await limiter.penalty(partyOf(address));
      if (seen.consumedPoints <= limit) return;
      await limiter.reward(partyOf(address));
      throw tooManyAttempts(leftOf(seen, windowMs));
    },
    async forgive(address) {
      await limiter.reward(partyOf(address));
    },
  };
}

/** The refusal of an address that is at its limit. */
export function tooManyAttempts(retryAfterMs: number): FaultError {
  return new FaultError(
    fault('too_many_requests', { message: 'Too many refused attempts from this address.', retryAfterMs }),
  );
}
