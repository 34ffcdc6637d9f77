import { type Budget, type BudgetPeriod, budgetPeriods } from '../api/keys.ts';
import type { Format } from '../words/format.ts';
import { unitsPerUsd } from '../words/units-per-usd.ts';

/** What a person types; an empty number is none. */
export type Amount = number | '';

/** Budgets as they stand in a form: amounts are in the unit that quota is shown in. */
export interface BudgetValues {
  budgets: Record<BudgetPeriod, Amount>;
  timeZone: string;
}

export function toBudgetValues(
  budgets: readonly Budget[],
  { amountOf }: Pick<Format, 'amountOf'>,
): BudgetValues {
  const amountEvery = (every: BudgetPeriod): Amount => {
    const budget = budgets.find((entry) => entry.every === every);
    return budget ? amountOf(Math.round(budget.usd * unitsPerUsd)) : '';
  };
  return {
    budgets: { day: amountEvery('day'), week: amountEvery('week'), month: amountEvery('month') },
    timeZone: budgets[0]?.time_zone ?? 'UTC',
  };
}

/** What the values say to the API. */
export function toBudgets(
  { budgets, timeZone }: BudgetValues,
  { unitsOf }: Pick<Format, 'unitsOf'>,
): Budget[] {
  return budgetPeriods.flatMap((every) => {
    const amount = budgets[every];
    return amount === '' ? [] : [{ every, usd: unitsOf(amount) / unitsPerUsd, time_zone: timeZone }];
  });
}
