import { Alert, Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { type SignedIn, signInByPasskey } from '../../api/sign-in.ts';
import { describeError } from '../../words/describe-error.ts';
import { useWords } from '../../words/use-words.ts';

export function PasskeyButton({ onSignedIn }: { onSignedIn: (answer: SignedIn) => void }) {
  const { t } = useWords();
  const { mutate, error, isPending } = useMutation({ mutationFn: signInByPasskey, onSuccess: onSignedIn });
  return (
    <>
      {error && (
        <Alert color="red" role="alert">
          {error instanceof ApiError ? describeError(error, t) : t('signIn.passkeyFailed')}
        </Alert>
      )}
      <Button
        variant="default"
        leftSection={<IconFingerprint size={17} stroke={1.6} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('signIn.passkey')}
      </Button>
    </>
  );
}
