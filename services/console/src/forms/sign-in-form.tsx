import { TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { type SignedIn, signIn } from '../api/sign-in.ts';
import { PasswordInput } from '../ui/password-input.tsx';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

const defaults = { username: '', password: '' };

export function SignInForm({ onSignedIn }: { onSignedIn: (answer: SignedIn) => void }) {
  const { t } = useWords();
  const validate = {
    username: isNotEmpty(t('forms.missing')),
    password: isNotEmpty(t('forms.missing')),
  };
  return (
    <MutationForm
      defaults={defaults}
      validate={validate}
      mutate={signIn}
      onDone={onSignedIn}
      submit={t('signIn.submit')}
    >
      {(form) => (
        <>
          <TextInput
            label={t('signIn.username')}
            autoComplete="username"
            autoFocus
            {...form.getInputProps('username')}
          />
          <PasswordInput
            label={t('signIn.password')}
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
        </>
      )}
    </MutationForm>
  );
}
