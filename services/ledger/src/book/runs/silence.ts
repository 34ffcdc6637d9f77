import type { OpenRun } from './reclaim.ts';

/** Knows how long runs have been silent, by this process's own steady clock. */
export interface SilenceWatch {
  /** Looks at all open runs; returns those that have been silent for the whole limit. */
  observe(runs: readonly OpenRun[]): OpenRun[];
  /** Forgets everything: whoever could not hear does not know who was silent. */
  reset(): void;
}

/**
 * Silence is measured by what this process saw, never by a stored time: no wall clock, of this machine, of
 * another replica or of the database, can make a run look dead, and a start begins anew by itself. So does a process that
 * was stopped, or whose machine slept: it looks before it has heard who spoke to it meanwhile.
 * @param everyMs how often it looks.
 */
export function createSilenceWatch(
  limitMs: number,
  { everyMs, steadyMs }: { everyMs: number; steadyMs: () => number },
): SilenceWatch {
  const longestPauseMs = everyMs + limitMs / 2;
  let heard = new Map<string, { beats: bigint; sinceMs: number }>();
  let lookedAtMs = steadyMs();
  return {
    observe(runs) {
      const now = steadyMs();
      if (now - lookedAtMs > longestPauseMs) heard = new Map();
      lookedAtMs = now;
      const next: typeof heard = new Map();
      const silent: OpenRun[] = [];
      for (const run of runs) {
        const before = heard.get(run.id);
        const sinceMs = before?.beats === run.beats ? before.sinceMs : now;
        next.set(run.id, { beats: run.beats, sinceMs });
        if (now - sinceMs > limitMs) silent.push(run);
      }
      heard = next;
      return silent;
    },
    reset() {
      heard = new Map();
    },
  };
}
