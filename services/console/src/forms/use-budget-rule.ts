import type { FormErrors } from '@mantine/form';
import { budgetPeriods } from '../api/keys.ts';
import type { BudgetValues } from './budget-values.ts';
import { useAmountRule } from './use-amount-rule.ts';

/** What is wrong with budgets: one that is left empty is none. */
export function useBudgetRule(): (values: Pick<BudgetValues, 'budgets'>) => FormErrors {
  const amountRule = useAmountRule();
  return ({ budgets }) =>
    Object.fromEntries(
      budgetPeriods
        .filter((every) => budgets[every] !== '')
        .map((every) => [`budgets.${every}`, amountRule(budgets[every])]),
    );
}
