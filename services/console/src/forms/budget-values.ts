import { type Budget, type BudgetPeriod, budgetPeriods } from '../api/keys.ts';
import type { Format } from '../words/format.ts';
import { unitsPerUsd } from '../words/units-per-usd.ts';

/** What a person types; an empty number is none. */
export type Amount = number | '';

/** Budgets as they stand in a form: amounts are in the unit that quota is shown in. */
export interface BudgetValues {
  budgets: Record<BudgetPeriod, Amount>;
  timeZone: string;
  /** Those that there were, with what each was shown as. */
  known: { budget: Budget; amount: Amount }[];
}

export function toBudgetValues(
  budgets: readonly Budget[],
  { amountOf }: Pick<Format, 'amountOf'>,
): BudgetValues {
  const known = budgets.map(({ every, usd, time_zone }) => ({
    budget: { every, usd, time_zone },
    amount: amountOf(Math.round(usd * unitsPerUsd)),
  }));
  const amountEvery = (every: BudgetPeriod): Amount => findEvery(known, every)?.amount ?? '';
  return {
    budgets: { day: amountEvery('day'), week: amountEvery('week'), month: amountEvery('month') },
    timeZone: zoneOf(known),
    known,
  };
}

/**
 * What the values say to the API. An amount that nobody touched stays to the last unit, and where no other time zone was chosen, each
 * budget keeps its own.
 */
export function toBudgets(
  { budgets, timeZone, known }: BudgetValues,
  { unitsOf }: Pick<Format, 'unitsOf'>,
): Budget[] {
  return budgetPeriods.flatMap((every) => {
    const amount = budgets[every];
    if (amount === '') return [];
    const before = findEvery(known, every);
    const usd = before?.amount === amount ? before.budget.usd : unitsOf(amount) / unitsPerUsd;
    const own = timeZone === zoneOf(known) ? before?.budget.time_zone : undefined;
    return [{ every, usd, time_zone: own ?? timeZone }];
  });
}

function findEvery(known: BudgetValues['known'], every: BudgetPeriod) {
  return known.find(({ budget }) => budget.every === every);
}

/** The one that is shown of all of theirs. */
function zoneOf([first]: BudgetValues['known']): string {
  return first?.budget.time_zone ?? 'UTC';
}
