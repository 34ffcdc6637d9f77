import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { refusalOfProvider } from '../../paths.ts';
import { Page } from '../../ui/page.tsx';
import { useWords } from '../../words/use-words.ts';
import { Passkeys } from './passkeys.tsx';
import { Providers } from './providers.tsx';
import { SecondFactor } from './second-factor.tsx';

/** The ways in of somebody, and what guards them. */
export function SecurityPage() {
  const { t } = useWords();
  const [search] = useSearchParams();
  const refusal = refusalOfProvider(search);
  return (
    <Page title={t('security.title')} lead={t('security.lead')}>
      {refusal !== '' && (
        <Alert color="red" icon={<IconAlertCircle />} role="alert" maw={760}>
          {refusal}
        </Alert>
      )}
      <SecondFactor />
      <Passkeys />
      <Providers />
    </Page>
  );
}
