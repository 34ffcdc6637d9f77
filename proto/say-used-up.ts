import { dateAfter, type PeriodName, periodName, periodOf } from './budget-windows.ts';
import type { OwnedBudget } from './gen/headgate/text/v1/text.ts';
import { readBudgetPurse, readKeyModelPurse } from './purses.ts';

const adjectives: Record<PeriodName, string> = { day: 'daily', week: 'weekly', month: 'monthly' };

/**
 * What a client is told when `what` it asks for is refused by budgets alone (which of them begins anew last, and when) or by
 * what its key may spend on the model. Undefined where another purse lacks, too, or where nothing is known of it.
 */
export function sayUsedUp(
  lacking: readonly string[],
  budgets: readonly OwnedBudget[],
  what: string,
): string | undefined {
  return sayLimitedModel(lacking, what) ?? sayBudgets(lacking, budgets, what);
}

function sayLimitedModel([purse, ...others]: readonly string[], what: string): string | undefined {
  const model = purse === undefined || others.length > 0 ? undefined : readKeyModelPurse(purse);
  return model && `The limit of this key for the model "${model}" does not cover ${what}.`;
}

function sayBudgets(
  lacking: readonly string[],
  budgets: readonly OwnedBudget[],
  what: string,
): string | undefined {
  const windows = lacking.flatMap((purse) => readBudgetPurse(purse) ?? []);
  const [first, ...others] = windows;
  if (!first || windows.length < lacking.length) return undefined;
  const { owner, window } = others.reduce(
    (last, other) => (dateAfter(other.window) > dateAfter(last.window) ? other : last),
    first,
  );
  const period = periodOf(window);
  const budget = budgets.find((known) => known.owner === owner && periodName(known.period) === period);
  const whose = owner.startsWith('key:') ? 'this key' : 'the user of this key';
  const zone = budget ? ` in ${budget.timeZone}` : '';
  return `The ${adjectives[period]} budget of ${whose} does not cover ${what}. It starts anew on ${dateAfter(window)}${zone}.`;
}
