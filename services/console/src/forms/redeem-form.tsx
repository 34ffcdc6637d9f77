import { TextInput } from '@mantine/core';
import { redeem } from '../api/redemptions.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

/** Adds what a code stands for to one's own quota; says how many units. */
export function RedeemForm({ onDone }: { onDone: (units: number) => void }) {
  const { t } = useWords();
  return (
    <MutationForm
      defaults={{ code: '' }}
      validate={{ code: (typed) => (typed.trim() === '' ? t('forms.missing') : null) }}
      mutate={({ code }) => redeem(code.trim())}
      onDone={onDone}
      submit={t('account.redeem')}
    >
      {(form) => (
        <TextInput
          label={t('account.code')}
          description={t('account.codeHint')}
          autoComplete="off"
          {...form.getInputProps('code')}
        />
      )}
    </MutationForm>
  );
}
