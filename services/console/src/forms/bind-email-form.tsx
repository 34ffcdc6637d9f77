import { bindEmail } from '../api/account.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { useGuarded } from '../ui/use-guarded.ts';
import { useWords } from '../words/use-words.ts';
import { EmailCodeFields } from './email-code-fields.tsx';
import { MutationForm } from './mutation-form.tsx';
import { useAccountRules } from './use-account-rules.ts';

const defaults = { email: '', code: '', password: '' };

/** Gives somebody an address, which they show to have. Whoever has it can set their password: theirs is asked for. */
export function BindEmailForm({ hasPassword, onDone }: { hasPassword: boolean; onDone: () => void }) {
  const { t } = useWords();
  const rules = useAccountRules();
  const guarded = useGuarded();
  return (
    <MutationForm
      defaults={defaults}
      validate={{
        email: (email) => rules.email(email.trim()),
        code: (code) => (code.trim() === '' ? t('forms.missing') : null),
        password: (password) => (hasPassword && password === '' ? t('forms.missing') : null),
      }}
      mutate={({ email, code, password }) =>
        guarded(() => bindEmail({ email: email.trim(), code: code.trim(), ...(hasPassword && { password }) }))
      }
      onDone={(isDone) => isDone && onDone()}
      submit={t('account.saveEmail')}
    >
      {(form) => (
        <>
          <EmailCodeFields
            email={form.values.email}
            emailProps={form.getInputProps('email')}
            codeProps={form.getInputProps('code')}
          />
          {hasPassword && (
            <PasswordInput
              label={t('account.presentPassword')}
              autoComplete="current-password"
              {...form.getInputProps('password')}
            />
          )}
        </>
      )}
    </MutationForm>
  );
}
