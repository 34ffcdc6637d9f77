import { TextInput } from '@mantine/core';
import { resetPassword } from '../api/registration.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { useAccountRules } from './use-account-rules.ts';

/** Sets a new password with what was sent. Who followed the link of the mail need not type its code. */
export function ResetPasswordForm({
  email,
  token,
  onDone,
}: {
  email: string;
  token: string;
  onDone: () => void;
}) {
  const { t } = useWords();
  const rules = useAccountRules();
  return (
    <MutationForm
      defaults={{ token, password: '' }}
      validate={{
        token: (typed) => (typed.trim() === '' ? t('forms.missing') : null),
        password: (password) => rules.password(password),
      }}
      mutate={(values) => resetPassword({ email, token: values.token.trim(), password: values.password })}
      onDone={onDone}
      submit={t('reset.submit')}
    >
      {(form) => (
        <>
          {token === '' && (
            <TextInput
              label={t('newAccount.code')}
              autoComplete="one-time-code"
              autoFocus
              {...form.getInputProps('token')}
            />
          )}
          <NewPasswordInput label={t('reset.password')} {...form.getInputProps('password')} />
        </>
      )}
    </MutationForm>
  );
}
