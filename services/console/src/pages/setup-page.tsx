import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { statusQuery } from '../api/status.ts';
import { SetupForm } from '../forms/setup-form.tsx';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { FrontPage } from '../ui/front-page.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { useEnter } from '../ui/use-enter.ts';
import { useWords } from '../words/use-words.ts';

/** Makes the first user, who owns the installation. */
export function SetupPage() {
  const { t } = useWords();
  const { enterAs } = useEnter();
  const { data: status, error, refetch } = useQuery(statusQuery);
  if (error && !status) return <ErrorState error={error} retry={refetch} />;
  if (!status) return <PageLoader />;
  if (status.setup) return <Navigate to={paths.signIn} replace />;
  return (
    <FrontPage title={t('setup.title', { name: status.system_name })} lead={t('setup.lead')}>
      <SetupForm onDone={enterAs} />
    </FrontPage>
  );
}
