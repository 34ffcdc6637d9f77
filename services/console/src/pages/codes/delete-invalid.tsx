import { Button } from '@mantine/core';
import { deleteInvalidRedemptions, redemptionsKey } from '../../api/redemptions.ts';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

/** Deletes the codes that nobody can use any more. */
export function DeleteInvalid() {
  const { t } = useWords();
  const confirm = useConfirm();
  const remove = useAction({
    run: deleteInvalidRedemptions,
    done: t('codes.invalidDeleted'),
    changes: redemptionsKey,
  });
  return (
    <Button
      size="xs"
      variant="default"
      loading={remove.isPending}
      onClick={() =>
        confirm({
          title: t('codes.invalidTitle'),
          text: t('codes.invalidText'),
          confirm: t('actions.delete'),
          run: () => remove.mutate(undefined),
        })
      }
    >
      {t('codes.deleteInvalid')}
    </Button>
  );
}
