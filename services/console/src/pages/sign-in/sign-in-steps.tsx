import { Button, Divider, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { needsCode, type SignedIn, signInByPasskey } from '../../api/sign-in.ts';
import type { SignInProvider } from '../../api/status.ts';
import { PasskeyButton } from '../../forms/passkey-button.tsx';
import { SignInCodeForm } from '../../forms/sign-in-code-form.tsx';
import { SignInForm } from '../../forms/sign-in-form.tsx';
import { backFromProvider, paths } from '../../paths.ts';
import { PasskeysElsewhere } from '../../ui/passkeys-elsewhere.tsx';
import { ProviderRefusal } from '../../ui/provider-refusal.tsx';
import { useEnter } from '../../ui/use-enter.ts';
import { usePasskeyPlace } from '../../ui/use-passkey-place.ts';
import { useWords } from '../../words/use-words.ts';

/** A first proof of who somebody is, and then a code where they want one asked for. */
export function SignInSteps({ providers }: { providers: readonly SignInProvider[] }) {
  const { t } = useWords();
  const { enter } = useEnter();
  const [search] = useSearchParams();
  const [isCodeAsked, setCodeAsked] = useState(search.has('require_2fa'));
  const place = usePasskeyPlace();

  function goOn(answer: SignedIn): void {
    if (needsCode(answer)) setCodeAsked(true);
    else enter();
  }

  if (isCodeAsked) return <SignInCodeForm onSignedIn={goOn} onBack={() => setCodeAsked(false)} />;
  return (
    <Stack gap="md">
      <ProviderRefusal />
      <SignInForm onSignedIn={goOn} />
      {(place?.kind === 'here' || providers.length > 0) && <Divider label={t('signIn.or')} />}
      {place?.kind === 'here' && (
        <PasskeyButton
          label={t('signIn.passkey')}
          failed={t('signIn.passkeyFailed')}
          prove={signInByPasskey}
          onProven={goOn}
        />
      )}
      {place?.kind === 'elsewhere' && (
        <Text c="dimmed" size="sm">
          <PasskeysElsewhere origin={place.origin} path={paths.signIn} />
        </Text>
      )}
      {providers.map(({ slug, name, start_url: start }) => (
        <Button key={slug} component="a" variant="default" href={start + backFromProvider(search)}>
          {t('signIn.with', { name })}
        </Button>
      ))}
    </Stack>
  );
}
