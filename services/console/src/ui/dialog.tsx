import { Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { EnclosingPanel, usePanelClosing } from './panel-closing.ts';

/** Something small to fill in or to read, over the page. */
export function Dialog({
  isOpen,
  title,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { t } = useWords();
  const { panel, closing } = usePanelClosing(isOpen, onClose);
  return (
    <Modal
      opened={isOpen}
      {...closing}
      centered
      title={<Text fw={600}>{title}</Text>}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <EnclosingPanel value={panel}>{children}</EnclosingPanel>
    </Modal>
  );
}
