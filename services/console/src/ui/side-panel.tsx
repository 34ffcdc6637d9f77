import { Drawer, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words/use-words.ts';
import { EnclosingPanel, usePanelClosing } from './panel-closing.ts';

/** A panel over the page, at its side: a form, or all about one thing. */
export function SidePanel({
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
    <Drawer
      opened={isOpen}
      {...closing}
      position="right"
      size="lg"
      title={
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
      }
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <EnclosingPanel value={panel}>{children}</EnclosingPanel>
    </Drawer>
  );
}
