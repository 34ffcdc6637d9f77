import { Center, Loader } from '@mantine/core';
import { useWords } from '../words/use-words.ts';

/** While a page is fetched. */
export function PageLoader() {
  const { t } = useWords();
  return (
    <Center mih="60vh">
      <Loader size="sm" role="status" aria-label={t('table.loading')} />
    </Center>
  );
}
