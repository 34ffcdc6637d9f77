import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { identityFactorsQuery, verifyByPasskey, verifyIdentity } from '../api/verify.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';
import { ConfirmByProvider } from './confirm-by-provider.tsx';
import { MutationForm } from './mutation-form.tsx';

/** Proves that it is still who signed in: by a passkey, by a code where codes are asked for, by the password, or else where they sign in. */
export function StepUpForm({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useWords();
  const { data: factors, error, refetch } = useQuery(identityFactorsQuery);
  if (error && !factors) return <ErrorState error={error} retry={refetch} />;
  if (!factors) return <PageLoader />;
  const { hasPassword, hasCode, hasPasskey, providers } = factors;
  if (!hasPassword && !hasCode && !hasPasskey) return <ConfirmByProvider slugs={providers} />;
  return (
    <Stack gap="md">
      <Text c="dimmed">{t('stepUp.text')}</Text>
      {hasPasskey && (
        <>
          <PasskeyButton onConfirmed={onConfirmed} />
          {(hasCode || hasPassword) && <Divider />}
        </>
      )}
      {(hasCode || hasPassword) && (
        <MutationForm
          defaults={{ proof: '' }}
          validate={{ proof: isNotEmpty(t('forms.missing')) }}
          mutate={({ proof }) =>
            verifyIdentity(
              hasCode ? { method: '2fa', code: proof.trim() } : { method: 'password', password: proof },
            )
          }
          onDone={onConfirmed}
          submit={t('stepUp.confirm')}
        >
          {(form) =>
            hasCode ? (
              <TextInput
                label={t('stepUp.code')}
                autoComplete="one-time-code"
                data-autofocus
                {...form.getInputProps('proof')}
              />
            ) : (
              <PasswordInput
                label={t('stepUp.password')}
                autoComplete="current-password"
                data-autofocus
                {...form.getInputProps('proof')}
              />
            )
          }
        </MutationForm>
      )}
    </Stack>
  );
}

function PasskeyButton({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useWords();
  const { mutate, error, isPending } = useMutation({ mutationFn: verifyByPasskey, onSuccess: onConfirmed });
  return (
    <>
      {error && (
        <Alert color="red" role="alert">
          {error instanceof ApiError ? describeError(error, t) : t('stepUp.passkeyFailed')}
        </Alert>
      )}
      <Button
        variant="default"
        leftSection={<IconFingerprint size={17} stroke={1.6} />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t('stepUp.passkey')}
      </Button>
    </>
  );
}
