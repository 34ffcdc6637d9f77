import { Button, Stack, TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { type SignedIn, signInByCode } from '../api/sign-in.ts';
import { useWords } from '../words/use-words.ts';
import { MutationForm } from './mutation-form.tsx';

/** The second step of a sign-in. */
export function SignInCodeForm({
  onSignedIn,
  onBack,
}: {
  onSignedIn: (answer: SignedIn) => void;
  onBack: () => void;
}) {
  const { t } = useWords();
  return (
    <Stack gap="xs">
      <MutationForm
        defaults={{ code: '' }}
        validate={{ code: isNotEmpty(t('forms.missing')) }}
        mutate={({ code }) => signInByCode(code.trim())}
        onDone={onSignedIn}
        submit={t('signIn.submit')}
      >
        {(form) => (
          <TextInput
            label={t('signIn.code')}
            description={t('signIn.codeHint')}
            autoComplete="one-time-code"
            autoFocus
            {...form.getInputProps('code')}
          />
        )}
      </MutationForm>
      <Button variant="subtle" color="gray" onClick={onBack}>
        {t('signIn.back')}
      </Button>
    </Stack>
  );
}
