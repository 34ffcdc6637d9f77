import { Alert, Button, Divider, Stack } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { canUsePasskeys } from '../../api/browser-passkeys.ts';
import { needsCode, type SignedIn } from '../../api/sign-in.ts';
import type { SignInProvider } from '../../api/status.ts';
import { SignInCodeForm } from '../../forms/sign-in-code-form.tsx';
import { SignInForm } from '../../forms/sign-in-form.tsx';
import { backFromProvider, refusalOfProvider } from '../../paths.ts';
import { useEnter } from '../../ui/use-enter.ts';
import { useWords } from '../../words/use-words.ts';
import { PasskeyButton } from './passkey-button.tsx';

/** A first proof of who somebody is, and then a code where they want one asked for. */
export function SignInSteps({ providers }: { providers: readonly SignInProvider[] }) {
  const { t } = useWords();
  const { enter } = useEnter();
  const [search] = useSearchParams();
  const [isCodeAsked, setCodeAsked] = useState(search.has('require_2fa'));
  const refusal = refusalOfProvider(search);

  function goOn(answer: SignedIn): void {
    if (needsCode(answer)) setCodeAsked(true);
    else enter();
  }

  if (isCodeAsked) return <SignInCodeForm onSignedIn={goOn} onBack={() => setCodeAsked(false)} />;
  return (
    <Stack gap="md">
      {refusal !== '' && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert">
          {refusal}
        </Alert>
      )}
      <SignInForm onSignedIn={goOn} />
      {(canUsePasskeys() || providers.length > 0) && <Divider label={t('signIn.or')} />}
      {canUsePasskeys() && <PasskeyButton onSignedIn={goOn} />}
      {providers.map(({ slug, name, start_url: start }) => (
        <Button key={slug} component="a" variant="default" href={start + backFromProvider(search)}>
          {t('signIn.with', { name })}
        </Button>
      ))}
    </Stack>
  );
}
