import type { Rates } from '../rates.ts';
import { fewExceed } from './few-exceed.ts';
import type { Link } from './link/link.ts';
import type { SharingCounts } from './sharing-counts.ts';
import type { Claim, Refusal } from './windows/window.ts';
import { createWindows } from './windows/windows.ts';

/** Requests a minute of all replicas together. */
export function createSharedRates(
  windowMs: number,
  link: Link,
  counts: SharingCounts,
): Rates & { stop(): Promise<void> } {
  const windows = createWindows({ kind: 'rpm', windowMs, link, counts, givesCredit: fewExceed });
  return {
    take(name, perMinute) {
      const outcome = windows.take(name, perMinute, 1);
      return outcome instanceof Promise ? outcome.then(toRefusal) : toRefusal(outcome);
    },
    stop: windows.stop,
  };
}

function toRefusal(outcome: Claim | Refusal): Refusal | undefined {
  return 'retryAfterMs' in outcome ? outcome : undefined;
}
