import { useQuery } from '@tanstack/react-query';
import { homePageQuery } from '../../api/site-text.ts';
import { Panel } from '../../ui/panel.tsx';
import { SiteText } from '../../ui/site-text.tsx';

/** What root says to whoever comes, if anything. */
export function Welcome() {
  const { data: text = '' } = useQuery(homePageQuery);
  if (text.trim() === '') return null;
  return (
    <Panel p="lg">
      <SiteText>{text}</SiteText>
    </Panel>
  );
}
