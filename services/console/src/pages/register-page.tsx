import { useQuery } from '@tanstack/react-query';
import { type SiteStatus, statusQuery } from '../api/status.ts';
import { RegisterForm } from '../forms/register-form.tsx';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { FrontPage } from '../ui/front-page.tsx';
import { LinkTo } from '../ui/link-to.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { useEnter } from '../ui/use-enter.ts';
import { useWords } from '../words/use-words.ts';

/** Where people make a user of their own, if that is open to them. */
export function RegisterPage() {
  const { t } = useWords();
  const { enterAs } = useEnter();
  const { data: status, error, refetch } = useQuery(statusQuery);
  if (error && !status) return <ErrorState error={error} retry={refetch} />;
  if (!status) return <PageLoader />;
  return (
    <FrontPage
      title={t('register.title', { name: status.system_name })}
      footer={<LinkTo path={paths.signIn}>{t('register.signIn')}</LinkTo>}
    >
      {status.registration ? (
        <RegisterForm email={emailRuleOf(status)} onDone={enterAs} />
      ) : (
        <EmptyState title={t('register.closedTitle')} text={t('register.closedText')} />
      )}
    </FrontPage>
  );
}

function emailRuleOf({ email_verification: isNeeded, email_enabled: isSent }: SiteStatus) {
  return isNeeded ? 'needed' : isSent ? 'optional' : 'none';
}
