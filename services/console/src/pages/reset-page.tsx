import { Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ResetPasswordForm } from '../forms/reset-password-form.tsx';
import { ResetRequestForm } from '../forms/reset-request-form.tsx';
import { paths } from '../paths.ts';
import { FrontPage } from '../ui/front-page.tsx';
import { LinkTo } from '../ui/link-to.tsx';
import { notifyDone } from '../ui/notify.ts';
import { useWords } from '../words/use-words.ts';

/** A new password for who forgot theirs: asks for a code by mail, then for the password. The link of the mail has the code. */
export function ResetPage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [email, setEmail] = useState(search.get('email') ?? '');
  const token = search.get('token') ?? '';

  function goToSignIn(): void {
    notifyDone(t('reset.done'));
    void navigate(paths.signIn, { replace: true });
  }

  return (
    <FrontPage
      title={t('reset.title')}
      lead={email === '' ? t('reset.lead') : undefined}
      footer={<LinkTo path={paths.signIn}>{t('register.signIn')}</LinkTo>}
    >
      {email === '' ? (
        <ResetRequestForm onSent={setEmail} />
      ) : (
        <>
          <Text>{t(token === '' ? 'reset.sent' : 'reset.choose', { email })}</Text>
          <ResetPasswordForm email={email} token={token} onDone={goToSignIn} />
        </>
      )}
    </FrontPage>
  );
}
