import { changeSetting } from '../api/account.ts';
import { useWords } from '../words/use-words.ts';
import { AmountInput } from './amount-input.tsx';
import type { Amount } from './budget-values.ts';
import { MutationForm } from './mutation-form.tsx';
import { useAmountRule } from './use-amount-rule.ts';

/** Below what balance somebody wants a letter. */
export function QuotaWarningForm({ thresholdUnits, onDone }: { thresholdUnits: number; onDone: () => void }) {
  const { t, format } = useWords();
  const amountRule = useAmountRule();
  const below: Amount = thresholdUnits === 0 ? '' : format.amountOf(thresholdUnits);
  return (
    <MutationForm
      defaults={{ below }}
      validate={{ below: (amount) => (amount === '' ? null : amountRule(amount)) }}
      mutate={(values) =>
        changeSetting({
          quota_warning_threshold: values.below === '' ? 0 : Math.round(format.unitsOf(values.below)),
        })
      }
      onDone={onDone}
      submit={t('account.saveWarning')}
    >
      {(form) => (
        <AmountInput
          label={t('account.warnBelow')}
          description={t('account.warnBelowHint')}
          {...form.getInputProps('below')}
        />
      )}
    </MutationForm>
  );
}
