import type { TokenClaim, TokenRates } from '../token-rates.ts';
import type { Link } from './link/link.ts';
import type { SharingCounts } from './sharing-counts.ts';
import type { Claim, Refusal } from './windows/window.ts';
import { createWindows } from './windows/windows.ts';

/** Tokens a minute of all replicas together. In each the request that crosses the limit may pass, as it does in one alone. */
export function createSharedTokenRates(
  windowMs: number,
  link: Link,
  counts: SharingCounts,
): TokenRates & { stop(): Promise<void> } {
  const windows = createWindows({ kind: 'tpm', windowMs, link, counts, givesCredit: () => true });
  return {
    async take(name, perMinute, estimate) {
      const outcome: Claim | Refusal = await windows.take(name, perMinute, estimate);
      if ('retryAfterMs' in outcome) return outcome;
      return toClaim(outcome, estimate);
    },
    async add(name, perMinute, tokens) {
      windows.add(name, tokens, perMinute);
    },
    stop: windows.stop,
  };

  function toClaim(claim: Claim, estimate: number): TokenClaim {
    let booked = estimate;
    return {
      async correct(tokens) {
        windows.correct(claim, tokens - booked);
        booked = tokens;
      },
    };
  }
}
