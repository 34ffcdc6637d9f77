import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/use-words.ts';
import { Passkeys } from './passkeys.tsx';
import { Providers } from './providers.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The ways in of somebody, and what guards them. */
export function SecurityPage() {
  const { t } = useWords();
  return (
    <Page title={t('security.title')} lead={t('security.lead')}>
      <SecondFactor />
      <Passkeys />
      <Providers />
    </Page>
  );
}
