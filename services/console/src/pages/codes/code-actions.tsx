import { Menu } from '@mantine/core';
import {
  deleteRedemption,
  type Redemption,
  redemptionsKey,
  stateOf,
  switchRedemption,
} from '../../api/redemptions.ts';
import { danger, RowMenu } from '../../ui/row-menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

export function CodeActions({ code }: { code: Redemption }) {
  const { t } = useWords();
  const { id, name } = code;
  const state = stateOf(code);
  const confirm = useConfirm();
  const change = useAction({
    run: (isOn: boolean) => switchRedemption(id, isOn),
    done: t('codes.changed'),
    changes: redemptionsKey,
  });
  const remove = useAction({ run: deleteRedemption, done: t('codes.deleted'), changes: redemptionsKey });
  return (
    <RowMenu label={t('actions.more', { name })} isBusy={change.isPending || remove.isPending}>
      {state === 'enabled' && (
        <Menu.Item onClick={() => change.mutate(false)}>{t('codes.disable')}</Menu.Item>
      )}
      {state === 'disabled' && <Menu.Item onClick={() => change.mutate(true)}>{t('codes.enable')}</Menu.Item>}
      <Menu.Item
        color={danger}
        onClick={() =>
          confirm({
            title: t('codes.deleteTitle'),
            text: t('codes.deleteText', { name }),
            confirm: t('actions.delete'),
            run: () => remove.mutate(id),
          })
        }
      >
        {t('actions.delete')}
      </Menu.Item>
    </RowMenu>
  );
}
