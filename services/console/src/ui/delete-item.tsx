import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useWords } from '../words/use-words.ts';
import { danger } from './row-menu.tsx';
import { useConfirm } from './use-confirm.tsx';

/** The item of a row's menu that deletes it, after asking. */
export function DeleteItem({ title, text, run }: { title: string; text: string; run(): void }) {
  const { t } = useWords();
  const confirm = useConfirm();
  return (
    <Menu.Item
      color={danger}
      leftSection={<IconTrash size={16} stroke={1.6} />}
      onClick={() => confirm({ title, text, confirm: t('actions.delete'), run })}
    >
      {t('actions.delete')}
    </Menu.Item>
  );
}
