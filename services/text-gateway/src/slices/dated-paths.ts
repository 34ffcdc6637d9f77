import { overEverywhereAt } from '@headgate/proto/budget-windows';
import { readBudgetPurse } from '@headgate/proto/purses';

/**
 * Paths with windows of budgets. Every other path is kept for the life of a run
 * (decisions/2026-11-21-slices-are-kept-for-a-run.md); these would add up day by day, and once a window is over in every
 * zone nobody names it again.
 */
export interface DatedPaths {
  /** Notes a path that gets a slice. False when one of its window was forgotten: a slice must not begin anew. */
  note(key: string, path: readonly string[]): boolean;
  /** Offers every path whose window is over; those for which `forgetPath` holds are gone. */
  forget(forgetPath: (key: string) => boolean): void;
}

/** @param ledgerMs the ledger's clock. */
export function createDatedPaths(ledgerMs: () => number): DatedPaths {
  const keysByEnd = new Map<number, Set<string>>();
  let forgottenUntil = Number.NEGATIVE_INFINITY;
  return {
    note(key, path) {
      const end = endOf(path);
      if (end === undefined) return true;
      if (end <= forgottenUntil) return false;
      keysByEnd.set(end, (keysByEnd.get(end) ?? new Set()).add(key));
      return true;
    },
    forget(forgetPath) {
      const now = ledgerMs();
      for (const [end, keys] of keysByEnd) {
        if (end > now) continue;
        for (const key of keys) {
          if (!forgetPath(key)) continue;
          keys.delete(key);
          forgottenUntil = Math.max(forgottenUntil, end);
        }
        if (keys.size === 0) keysByEnd.delete(end);
      }
    },
  };
}

/** When the first of its windows is over everywhere; undefined for a path without windows. */
function endOf(path: readonly string[]): number | undefined {
  const ends = path.flatMap((purse) => {
    const named = readBudgetPurse(purse);
    return named ? [overEverywhereAt(named.window)] : [];
  });
  return ends.length > 0 ? Math.min(...ends) : undefined;
}
