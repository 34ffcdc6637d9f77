import { ActionIcon, Loader, Tooltip } from '@mantine/core';
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
        // Not `loading`, which would take the focus from who presses it.
        aria-busy={isBusy}
        onClick={() => isBusy || refresh()}
      >
        {isBusy ? <Loader size={14} /> : <IconRefresh size={16} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}
