import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { statusQuery } from '../api/status.ts';
import { ResetPasswordForm } from '../forms/reset-password-form.tsx';
import { ResetRequestForm } from '../forms/reset-request-form.tsx';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FrontPage } from '../ui/front-page.tsx';
import { LinkTo } from '../ui/link-to.tsx';
import { notifyDone } from '../ui/notify.ts';
import { PageLoader } from '../ui/page-loader.tsx';
import { useWords } from '../words/use-words.ts';

/** A new password for who forgot theirs: asks for a code by mail, then for the password. The link of the mail has the code. */
export function ResetPage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const email = search.get('email') ?? '';
  const token = search.get('token') ?? '';
  const { data: status, error, refetch } = useQuery(statusQuery);

  function goToSignIn(): void {
    notifyDone(t('reset.done'));
    void navigate(paths.signIn, { replace: true });
  }

  if (error && !status) return <ErrorState error={error} retry={refetch} />;
  if (!status) return <PageLoader />;
  return (
    <FrontPage
      title={t('reset.title')}
      lead={email === '' && status.email_enabled ? t('reset.lead') : undefined}
      footer={
        <>
          {email !== '' && <LinkTo path={paths.reset}>{t('reset.again')}</LinkTo>}
          <LinkTo path={paths.signIn}>{t('register.signIn')}</LinkTo>
        </>
      }
    >
      {email !== '' ? (
        <>
          <Text>{t(token === '' ? 'reset.sent' : 'reset.choose', { email })}</Text>
          <ResetPasswordForm email={email} token={token} onDone={goToSignIn} />
        </>
      ) : status.email_enabled ? (
        <ResetRequestForm onSent={(sentTo) => setSearch({ email: sentTo })} />
      ) : (
        <EmptyState title={t('reset.offTitle')} text={t('reset.offText')} />
      )}
    </FrontPage>
  );
}
