import { Button } from '@mantine/core';
import { IconBug } from '@tabler/icons-react';
import { useRouteError } from 'react-router';
import { EmptyState } from '../ui/empty-state.tsx';
import { describeError } from '../words/describe-error.ts';
import { useWords } from '../words/use-words.ts';

/** In the place of a page that threw, or whose code could not be fetched: after an update, older files are gone. */
export function BrokenPage() {
  const { t } = useWords();
  const error = useRouteError();
  return (
    <EmptyState icon={IconBug} isPage title={t('errors.brokenTitle')} text={describeError(error, t)}>
      <Button variant="default" mt="sm" onClick={() => window.location.reload()}>
        {t('actions.reload')}
      </Button>
    </EmptyState>
  );
}
