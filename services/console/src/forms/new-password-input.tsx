import type { PasswordInputProps } from '@mantine/core';
import { PasswordInput } from '../ui/password-input.tsx';
import { useWords } from '../words/use-words.ts';

/** A password that somebody chooses, with its rules. */
export function NewPasswordInput(props: PasswordInputProps) {
  const { t } = useWords();
  return (
    <PasswordInput
      label={t('newAccount.password')}
      description={t('newAccount.passwordHint')}
      autoComplete="new-password"
      {...props}
    />
  );
}
