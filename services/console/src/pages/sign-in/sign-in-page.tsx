import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { aboutQuery, homePageQuery } from '../../api/site-text.ts';
import { statusQuery } from '../../api/status.ts';
import { afterSignIn, isBackFromProvider, paths } from '../../paths.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { FrontPage } from '../../ui/front-page.tsx';
import { LinkTo } from '../../ui/link-to.tsx';
import { PageLoader } from '../../ui/page-loader.tsx';
import { SiteText } from '../../ui/site-text.tsx';
import { useWords } from '../../words/use-words.ts';
import { SignInSteps } from './sign-in-steps.tsx';

/** Every way to sign in that there is here. */
export function SignInPage() {
  const { t } = useWords();
  const [search] = useSearchParams();
  const { data: status, error, refetch } = useQuery(statusQuery);
  const { data: welcome = '' } = useQuery(homePageQuery);
  const { data: about = '' } = useQuery(aboutQuery);
  if (isBackFromProvider(search)) return <Navigate to={afterSignIn(search)} replace />;
  if (error && !status) return <ErrorState error={error} retry={refetch} />;
  if (!status) return <PageLoader />;
  if (!status.setup) return <Navigate to={paths.setup} replace />;
  return (
    <FrontPage
      title={t('signIn.welcome', { name: status.system_name })}
      footer={
        <>
          {status.registration && <LinkTo path={paths.register}>{t('signIn.register')}</LinkTo>}
          {about.trim() !== '' && <LinkTo path={paths.about}>{t('signIn.about')}</LinkTo>}
          {status.email_enabled && <LinkTo path={paths.reset}>{t('signIn.forgot')}</LinkTo>}
        </>
      }
    >
      {welcome.trim() !== '' && <SiteText>{welcome}</SiteText>}
      <SignInSteps providers={status.oauth_providers} />
    </FrontPage>
  );
}
