import { deleteModel, type Model, modelsKey } from '../../api/models.ts';
import { DeleteItem } from '../../ui/delete-item.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useWords } from '../../words/use-words.ts';

export function ModelActions({ model: { name } }: { model: Model }) {
  const { t } = useWords();
  const remove = useAction({ run: deleteModel, done: t('models.deleted', { name }), changes: modelsKey });
  return (
    <RowMenu label={t('actions.more', { name })} isBusy={remove.isPending}>
      <DeleteItem
        title={t('models.deleteTitle')}
        text={t('models.deleteText', { name })}
        run={() => remove.mutate(name)}
      />
    </RowMenu>
  );
}
