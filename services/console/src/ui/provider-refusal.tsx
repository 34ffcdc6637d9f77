import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { statusQuery } from '../api/status.ts';
import { providerOfRefusal, refusalOfProvider } from '../paths.ts';
import { describeSignInRefusal } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';

/** Tells whoever a provider sent back without what they went for why that is so. */
export function ProviderRefusal() {
  const { t } = useWords();
  const [search] = useSearchParams();
  const { data: site } = useQuery(statusQuery);
  const refusal = refusalOfProvider(search);
  if (refusal === '' || !site) return null;
  const provider = site.oauth_providers.find(({ slug }) => slug === providerOfRefusal(search));
  return (
    <Alert color="red" icon={<IconAlertCircle />} role="alert" maw={760}>
      {describeSignInRefusal(refusal, provider?.name, t)}
    </Alert>
  );
}
