import type { Budget } from '../../budgets/budget.ts';
import { showUnits } from './show-quota.ts';

/** What a file says of budgets: "5 USD a day in Europe/Berlin". */
export function showBudgets(budgets: readonly Budget[]): string {
  const shown = budgets.map(
    ({ every, timeZone, units }) => `${showUnits(BigInt(units))} a ${every} in ${timeZone}`,
  );
  return shown.join(', ') || 'none';
}
