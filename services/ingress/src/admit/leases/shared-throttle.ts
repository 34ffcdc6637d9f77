import { partyOf } from '@headgate/runtime/party-of';
import { type Throttle, tooManyAttempts } from '../throttle.ts';
import type { Link } from './link/link.ts';
import type { SharingCounts } from './sharing-counts.ts';
import { createWindows } from './windows/windows.ts';

export interface SharedThrottleOptions {
  kind: string;
  limit: number;
  windowMs: number;
  link: Link;
  counts: SharingCounts;
}

/** Refusals at all replicas together. Each learns of the others' a moment after its own: nobody waits for that. */
export function createSharedThrottle({
  kind,
  limit,
  windowMs,
  link,
  counts,
}: SharedThrottleOptions): Throttle & { stop(): Promise<void> } {
  const windows = createWindows({ kind, windowMs, link, counts, givesCredit: () => true, leadMs: 0 });
  return {
    async check(address) {
      const { units, leftMs } = windows.see(partyOf(address));
      if (units >= limit && leftMs > 0) throw tooManyAttempts(leftMs);
    },
    async count(address) {
      const { units, leftMs } = windows.add(partyOf(address), 1);
      if (units <= limit) return;
      windows.add(partyOf(address), -1);
      throw tooManyAttempts(leftMs);
    },
    async forgive(address) {
      windows.add(partyOf(address), -1);
    },
    stop: windows.stop,
  };
}
