import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useWords } from '../words/use-words.ts';

/** Asks before something that cannot be taken back. */
export function useConfirm() {
  const { t } = useWords();
  return ({ title, text, confirm, run, cancel }: Question) =>
    modals.openConfirmModal({
      title,
      centered: true,
      children: <Text>{text}</Text>,
      labels: { confirm, cancel: t('actions.cancel') },
      confirmProps: { color: 'red' },
      closeButtonProps: { 'aria-label': t('actions.close') },
      onConfirm: run,
      ...(cancel && { onCancel: cancel }),
    });
}

interface Question {
  title: string;
  text: string;
  /** What the button says that goes on. */
  confirm: string;
  run(): void;
  /** However it is answered otherwise. */
  cancel?: () => void;
}
