import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useWords } from '../words/use-words.ts';

export function ClearFilters({ clear }: { clear: () => void }) {
  const { t } = useWords();
  return (
    <Button
      size="xs"
      variant="subtle"
      color="gray"
      leftSection={<IconFilterOff size={15} stroke={1.6} />}
      onClick={clear}
    >
      {t('table.clear')}
    </Button>
  );
}
