import { setUp } from '../api/registration.ts';
import type { Credentials } from '../api/sign-in.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';
import { NewPasswordInput } from './new-password-input.tsx';
import { NewUsernameInput } from './new-username-input.tsx';
import { useAccountRules } from './use-account-rules.ts';

const defaults: { username: string; password: string } = { username: '', password: '' };

/** The first user of all. */
export function SetupForm({ onDone }: { onDone: (credentials: Credentials) => void }) {
  const { t } = useWords();
  const rules = useAccountRules();
  return (
    <MutationForm
      defaults={defaults}
      validate={{
        username: rules.username,
        password: (password, { username }) => rules.password(password, username),
      }}
      mutate={async (credentials) => {
        await setUp(credentials);
        return credentials;
      }}
      onDone={onDone}
      submit={t('setup.submit')}
    >
      {(form) => (
        <>
          <NewUsernameInput autoFocus {...form.getInputProps('username')} />
          <NewPasswordInput {...form.getInputProps('password')} />
        </>
      )}
    </MutationForm>
  );
}
