import { deleteGroup, type GroupDetails, groupsKey } from '../../api/groups.ts';
import { DeleteItem } from '../../ui/delete-item.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useWords } from '../../words/use-words.ts';

export function GroupActions({ group: { name } }: { group: GroupDetails }) {
  const { t } = useWords();
  const remove = useAction({ run: deleteGroup, done: t('groups.deleted', { name }), changes: groupsKey });
  return (
    <RowMenu label={t('actions.more', { name })} isBusy={remove.isPending}>
      <DeleteItem
        title={t('groups.deleteTitle')}
        text={t('groups.deleteText', { name })}
        run={() => remove.mutate(name)}
      />
    </RowMenu>
  );
}
