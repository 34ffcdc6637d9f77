import { useQuery } from '@tanstack/react-query';
import { aboutQuery } from '../api/site-text.ts';
import { statusQuery } from '../api/status.ts';
import { paths } from '../paths.ts';
import { ErrorState } from '../ui/error-state.tsx';
import { FrontPage } from '../ui/front-page.tsx';
import { LinkTo } from '../ui/link-to.tsx';
import { PageLoader } from '../ui/page-loader.tsx';
import { SiteText } from '../ui/site-text.tsx';
import { useWords } from '../words/use-words.ts';

/** What root says of the installation, to whoever comes. */
export function AboutPage() {
  const { t } = useWords();
  const site = useQuery(statusQuery);
  const about = useQuery(aboutQuery);
  if (site.error && !site.data) return <ErrorState error={site.error} retry={site.refetch} />;
  if (about.error && about.data === undefined)
    return <ErrorState error={about.error} retry={about.refetch} />;
  if (about.data === undefined || !site.data) return <PageLoader />;
  return (
    <FrontPage
      title={t('about.title', { name: site.data.system_name })}
      footer={<LinkTo path={paths.home}>{t('about.home')}</LinkTo>}
    >
      <SiteText>{about.data.trim() === '' ? t('about.empty') : about.data}</SiteText>
    </FrontPage>
  );
}
