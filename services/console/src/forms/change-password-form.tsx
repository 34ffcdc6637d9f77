import { changePassword } from '../api/account.ts';
import type { Self } from '../api/user.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { useGuarded } from '../ui/use-guarded.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { useAccountRules } from './use-account-rules.ts';

export function ChangePasswordForm({
  user: { username, has_password: hasPassword },
  onDone,
}: {
  user: Self;
  onDone: () => void;
}) {
  const { t } = useWords();
  const rules = useAccountRules();
  const guarded = useGuarded();
  return (
    <MutationForm
      defaults={{ present: '', password: '' }}
      validate={{
        present: (present) => (hasPassword && present === '' ? t('forms.missing') : null),
        password: (password) => rules.password(password, username),
      }}
      mutate={({ present, password }) =>
        guarded(() => changePassword(password, hasPassword ? present : undefined))
      }
      onDone={(isDone) => isDone && onDone()}
      submit={t('account.savePassword')}
    >
      {(form) => (
        <>
          {hasPassword && (
            <PasswordInput
              label={t('account.presentPassword')}
              autoComplete="current-password"
              {...form.getInputProps('present')}
            />
          )}
          <NewPasswordInput label={t('account.newPassword')} {...form.getInputProps('password')} />
        </>
      )}
    </MutationForm>
  );
}
