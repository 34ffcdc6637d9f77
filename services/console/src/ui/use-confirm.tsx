import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useWords } from '../words/use-words.ts';

/** Asks before something that cannot be taken back. */
export function useConfirm() {
  const { t } = useWords();
  return ({ title, text, confirm, run }: { title: string; text: string; confirm: string; run(): void }) =>
    modals.openConfirmModal({
      title,
      centered: true,
      children: <Text>{text}</Text>,
      labels: { confirm, cancel: t('actions.cancel') },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': t('actions.close') },
      onConfirm: run,
    });
}
