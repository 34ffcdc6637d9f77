import { TextInput } from '@mantine/core';
import { sendResetCode } from '../api/registration.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';
import { useAccountRules } from './use-account-rules.ts';

/** Has a code sent to who forgot their password. */
export function ResetRequestForm({ onSent }: { onSent: (email: string) => void }) {
  const { t, language } = useWords();
  const rules = useAccountRules();
  return (
    <MutationForm
      defaults={{ email: '' }}
      validate={{ email: (email) => rules.email(email.trim()) }}
      mutate={async ({ email }) => {
        await sendResetCode(email.trim(), language);
        return email.trim();
      }}
      onDone={onSent}
      submit={t('reset.send')}
    >
      {(form) => (
        <TextInput
          label={t('newAccount.email')}
          type="email"
          autoComplete="email"
          autoFocus
          {...form.getInputProps('email')}
        />
      )}
    </MutationForm>
  );
}
