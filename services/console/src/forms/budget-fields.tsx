import { Select, SimpleGrid } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { type BudgetPeriod, budgetPeriods } from '../api/keys.ts';
import { useWords } from '../words/use-words.ts';
import { AmountInput } from './amount-input.tsx';
import type { BudgetValues } from './budget-values.ts';
import { FieldGroup } from './field-group.tsx';

interface BudgetForm {
  values: BudgetValues;
  getInputProps(path: `budgets.${BudgetPeriod}` | 'timeZone'): GetInputPropsReturnType;
}

/** What may be spent within each day, week and month. */
export function BudgetFields({ form }: { form: BudgetForm }) {
  const { t } = useWords();
  return (
    <FieldGroup title={t('keys.budgets')} hint={t('keys.budgetsHint')}>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        {budgetPeriods.map((every) => (
          <AmountInput
            key={every}
            label={t(`keys.budgetEvery.${every}`)}
            {...form.getInputProps(`budgets.${every}`)}
          />
        ))}
      </SimpleGrid>
      <Select
        label={t('keys.timeZone')}
        searchable
        allowDeselect={false}
        data={[...new Set(['UTC', form.values.timeZone, ...Intl.supportedValuesOf('timeZone')])]}
        {...form.getInputProps('timeZone')}
      />
    </FieldGroup>
  );
}
