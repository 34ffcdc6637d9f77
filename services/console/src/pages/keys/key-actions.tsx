import { Menu } from '@mantine/core';
import { IconEye, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { deleteKeys, type Key, keysKey, statusOf, switchKey } from '../../api/keys.ts';
import { DeleteItem } from '../../ui/delete-item.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useWords } from '../../words/use-words.ts';
import { useRevealKey } from './use-reveal-key.ts';

/** What can be done with a key. */
export function KeyActions({
  value: key,
  change,
  show,
}: {
  value: Key;
  change: () => void;
  show: (text: string) => void;
}) {
  const { t } = useWords();
  const isOn = statusOf(key) !== 'disabled';
  const reveal = useRevealKey(show);
  const turn = useAction({
    run: () => switchKey(key.id, isOn ? 'disabled' : 'enabled'),
    done: t(isOn ? 'keys.disabled' : 'keys.enabled'),
    changes: keysKey,
  });
  const remove = useAction({ run: () => deleteKeys([key.id]), done: t('keys.deleted'), changes: keysKey });
  return (
    <RowMenu
      label={t('keys.actionsOf', { name: key.name })}
      isBusy={turn.isPending || remove.isPending || reveal.isPending}
    >
      <Menu.Item
        leftSection={<IconEye size={16} stroke={1.6} />}
        disabled={!key.revealable}
        onClick={() => reveal.mutate(key.id)}
      >
        {t(key.revealable ? 'keys.reveal' : 'keys.notKept')}
      </Menu.Item>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.6} />} onClick={change}>
        {t('keys.change')}
      </Menu.Item>
      <Menu.Item
        leftSection={
          isOn ? <IconPlayerPause size={16} stroke={1.6} /> : <IconPlayerPlay size={16} stroke={1.6} />
        }
        onClick={() => turn.mutate(undefined)}
      >
        {t(isOn ? 'keys.disable' : 'keys.enable')}
      </Menu.Item>
      <DeleteItem
        title={t('keys.deleteTitle', { name: key.name })}
        text={t('keys.deleteText')}
        run={() => remove.mutate(undefined)}
      />
    </RowMenu>
  );
}
