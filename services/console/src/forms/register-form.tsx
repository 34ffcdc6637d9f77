import { register } from '../api/registration.ts';
import type { Credentials } from '../api/sign-in.ts';
import { useWords } from '../words/use-words.ts';
import { EmailCodeFields } from './email-code-fields.tsx';
import { MutationForm } from './mutation-form.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { NewUsernameInput } from './new-username-input.tsx';
import { useAccountRules } from './use-account-rules.ts';

const defaults = { username: '', password: '', email: '', code: '' };

/** A user of somebody's own. An address is needed, may be given, or cannot be checked. */
export function RegisterForm({
  email: emailRule,
  onDone,
}: {
  email: 'needed' | 'optional' | 'none';
  onDone: (credentials: Credentials) => void;
}) {
  const { t } = useWords();
  const rules = useAccountRules();
  const isGiven = (email: string): boolean => emailRule === 'needed' || email.trim() !== '';
  return (
    <MutationForm
      defaults={defaults}
      validate={{
        username: rules.username,
        password: (password, { username }) => rules.password(password, username),
        email: (email) => (isGiven(email) ? rules.email(email.trim()) : null),
        code: (code, { email }) => (isGiven(email) && code.trim() === '' ? t('forms.missing') : null),
      }}
      mutate={async ({ username, password, email, code }) => {
        const address = isGiven(email) && { email: email.trim(), verification_code: code.trim() };
        await register({ username, password, ...address });
        return { username, password };
      }}
      onDone={onDone}
      submit={t('register.submit')}
    >
      {(form) => (
        <>
          <NewUsernameInput autoFocus {...form.getInputProps('username')} />
          <NewPasswordInput {...form.getInputProps('password')} />
          {emailRule !== 'none' && (
            <EmailCodeFields
              email={form.values.email}
              emailProps={form.getInputProps('email')}
              codeProps={form.getInputProps('code')}
              isOptional={emailRule === 'optional'}
            />
          )}
        </>
      )}
    </MutationForm>
  );
}
