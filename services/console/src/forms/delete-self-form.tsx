import { Text } from '@mantine/core';
import { deleteSelf } from '../api/account.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { useGuarded } from '../ui/use-guarded.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

/** Asks once more, and for the password of who has one. */
export function DeleteSelfForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const { t } = useWords();
  const guarded = useGuarded();
  return (
    <MutationForm
      defaults={{ password: '' }}
      validate={{ password: (password) => (hasPassword && password === '' ? t('forms.missing') : null) }}
      mutate={({ password }) => guarded(() => deleteSelf(hasPassword ? password : undefined))}
      onDone={(isDone) => isDone && onDone()}
      submit={t('account.deleteConfirm')}
    >
      {(form) => (
        <>
          <Text>{t('account.deleteText')}</Text>
          {hasPassword && (
            <PasswordInput
              label={t('account.presentPassword')}
              autoComplete="current-password"
              data-autofocus
              {...form.getInputProps('password')}
            />
          )}
        </>
      )}
    </MutationForm>
  );
}
