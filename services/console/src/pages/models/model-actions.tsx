import { Menu } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { deleteModel, type Model, modelsKey } from '../../api/models.ts';
import { danger, RowMenu } from '../../ui/row-menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

export function ModelActions({ model: { name } }: { model: Model }) {
  const { t } = useWords();
  const confirm = useConfirm();
  const remove = useAction({ run: deleteModel, done: t('models.deleted', { name }), changes: modelsKey });
  return (
    <RowMenu label={t('actions.more', { name })} isBusy={remove.isPending}>
      <Menu.Item
        color={danger}
        leftSection={<IconTrash size={16} stroke={1.6} />}
        onClick={() =>
          confirm({
            title: t('models.deleteTitle'),
            text: t('models.deleteText', { name }),
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
