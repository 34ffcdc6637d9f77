import { Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { useWords } from '../words/use-words.ts';

export function MissingPage() {
  const { t } = useWords();
  return (
    <EmptyState icon={IconMapQuestion} isPage title={t('errors.noPageTitle')} text={t('errors.noPageText')}>
      <Button component={Link} to={paths.home} variant="default" mt="sm">
        {t('actions.home')}
      </Button>
    </EmptyState>
  );
}
