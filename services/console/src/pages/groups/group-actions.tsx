import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { deleteGroup, type GroupDetails, groupsKey } from '../../api/groups.ts';
import { danger, RowMenu } from '../../ui/row-menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

export function GroupActions({ group: { name } }: { group: GroupDetails }) {
  const { t } = useWords();
  const confirm = useConfirm();
  const remove = useAction({ run: deleteGroup, done: t('groups.deleted', { name }), changes: groupsKey });
  return (
    <RowMenu label={t('actions.more', { name })} isBusy={remove.isPending}>
      <Menu.Item
        color={danger}
        leftSection={<IconTrash size={16} stroke={1.6} />}
        onClick={() =>
          confirm({
            title: t('groups.deleteTitle'),
            text: t('groups.deleteText', { name }),
            confirm: t('actions.delete'),
            run: () => remove.mutate(name),
          })
        }
      >
        {t('actions.delete')}
      </Menu.Item>
    </RowMenu>
  );
}
