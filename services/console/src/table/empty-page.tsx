import { Button } from '@mantine/core';
import { EmptyState } from '../ui/empty-state.tsx';
import { useWords } from '../words/use-words.ts';

/** In the place of a page whose rows have gone, or that never was: others may have some. */
export function EmptyPage({ goFirst }: { goFirst: () => void }) {
  const { t } = useWords();
  return (
    <EmptyState title={t('table.emptyPage')} text={t('table.emptyPageText')}>
      <Button size="xs" variant="default" onClick={goFirst}>
        {t('table.first')}
      </Button>
    </EmptyState>
  );
}
