import { Divider, Stack, Text, TextInput } from '@mantine/core';
import { isNotEmpty } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { identityFactorsQuery, verifyByPasskey, verifyIdentity } from '../api/verify.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { PasswordInput } from '../ui/password-input.tsx';
import { useWords } from '../words/use-words.ts';
import { ConfirmByProvider } from './confirm-by-provider.tsx';
import { MutationForm } from './mutation-form.tsx';
import { PasskeyButton } from './passkey-button.tsx';

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
          <PasskeyButton
            label={t('stepUp.passkey')}
            failed={t('stepUp.passkeyFailed')}
            prove={verifyByPasskey}
            onProven={onConfirmed}
          />
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
