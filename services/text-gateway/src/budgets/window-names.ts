import { type PeriodName, periodName, windowAt } from '@headgate/proto/budget-windows';
import type { OwnedBudget } from '@headgate/proto/gen/headgate/text/v1/text';
import { budgetPurse } from '@headgate/proto/purses';

/** Names the purses of the windows that are open now. */
export interface WindowNames {
  purseOf(budget: OwnedBudget): string;
  /** All names stay what they are for as long as this does. */
  quarter(): number;
}

/** Midnight is at a quarter of an hour in UTC in every zone, and clocks are set at one. */
const quarterMs = 15 * 60 * 1_000;
/** More than three periods of every zone there is. */
const mostKept = 2_000;

/** Names are kept for a quarter of an hour: computing one costs more than all else at admission. */
export function createWindowNames(nowMs: () => number, compute: typeof windowAt = windowAt): WindowNames {
  const kept = new Map<string, string>();
  let quarter = -1;

  function windowOf(period: PeriodName, timeZone: string): string {
    const now = nowMs();
    const current = quarterOf(now);
    if (current !== quarter || kept.size >= mostKept) kept.clear();
    quarter = current;
    const key = `${period} ${timeZone}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const window = compute(period, timeZone, now);
    kept.set(key, window);
    return window;
  }

  return {
    quarter: () => quarterOf(nowMs()),
    purseOf({ owner, period, timeZone }) {
      const name = periodName(period);
      if (name === undefined) throw new Error('a budget has no period');
      return budgetPurse(owner, windowOf(name, timeZone));
    },
  };
}

function quarterOf(timeMs: number): number {
  return Math.floor(timeMs / quarterMs);
}
