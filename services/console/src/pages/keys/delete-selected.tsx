import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { deleteKeys, keysKey } from '../../api/keys.ts';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

/** Deletes the keys that were chosen. */
export function DeleteSelected({ ids, onDone }: { ids: readonly number[]; onDone: () => void }) {
  const { t } = useWords();
  const confirm = useConfirm();
  const count = ids.length;
  const remove = useAction({
    async run() {
      await deleteKeys(ids);
      onDone();
    },
    done: t('keys.deletedSelected'),
    changes: keysKey,
  });
  if (count === 0) return null;
  return (
    <Button
      size="xs"
      color="red"
      variant="light"
      loading={remove.isPending}
      leftSection={<IconTrash size={15} stroke={1.6} />}
      onClick={() =>
        confirm({
          title: t('keys.deleteSelectedTitle', { count }),
          text: t('keys.deleteText'),
          confirm: t('actions.delete'),
          run: () => remove.mutate(undefined),
        })
      }
    >
      {t('keys.deleteSelected', { count })}
    </Button>
  );
}
