import { ActionIcon, Tooltip } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useWords } from '../words/use-words.ts';

export function RefreshButton({ isBusy, refresh }: { isBusy: boolean; refresh: () => unknown }) {
  const { t } = useWords();
  return (
    <Tooltip label={t('table.refresh')}>
      <ActionIcon
        size={30}
        variant="default"
        aria-label={t('table.refresh')}
        loading={isBusy}
        onClick={() => refresh()}
      >
        <IconRefresh size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
