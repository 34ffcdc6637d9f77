import { TextInput, type TextInputProps } from '@mantine/core';
import { useWords } from '../words/use-words.ts';

/** What somebody will be called, with its rules. */
export function NewUsernameInput(props: TextInputProps) {
  const { t } = useWords();
  return (
    <TextInput
      label={t('newAccount.username')}
      description={t('newAccount.usernameHint')}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
