import type { Log } from '../log.ts';

/** A collector that is away fails every few seconds. */
const sayEveryMs = 60_000;

/** Logs failures to send spans, at most one a minute, in words alone: what a collector answers is nobody's business. */
export function limitFailures(
  log: Log,
  now: () => number = () => performance.now(),
): (failure: unknown) => void {
  let unsaid = 0;
  let saidAt = Number.NEGATIVE_INFINITY;
  return (failure) => {
    unsaid += 1;
    if (now() - saidAt < sayEveryMs) return;
    saidAt = now();
    const cause = failure instanceof Error ? failure.message : 'unknown';
    log.warn({ cause, failures: unsaid }, 'traces were not sent');
    unsaid = 0;
  };
}
