import { Menu } from '@mantine/core';
import { hasRole } from '../../api/user.ts';
import {
  type ManagedUser,
  manageUser,
  mayChange,
  removeSecondFactors,
  type UserAction,
  usersKey,
} from '../../api/users.ts';
import { useCurrentUser } from '../../ui/current-user.ts';
import { danger, RowMenu } from '../../ui/row-menu.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useConfirm } from '../../ui/use-confirm.tsx';
import { useWords } from '../../words/use-words.ts';

/** What the current user may do with another. Who is their equal or above them is left alone. */
export function UserActions({
  user,
  showKeys,
  changeQuota,
}: {
  user: ManagedUser;
  showKeys: () => void;
  changeQuota: () => void;
}) {
  const { t } = useWords();
  const self = useCurrentUser();
  const confirm = useConfirm();
  const name = user.username;
  const manage = useAction({
    run: (action: UserAction) => manageUser(user.id, action),
    done: t('users.managed', { name }),
    changes: usersKey,
  });
  const reset = useAction({
    run: removeSecondFactors,
    done: t('users.factorsReset', { name }),
    changes: usersKey,
  });
  const isRoot = hasRole(self, 'root');
  const isOther = user.id !== self.id && !hasRole(user, 'root');
  const isAdmin = hasRole(user, 'admin');
  const ask = (action: 'disable' | 'promote' | 'demote' | 'delete') => (
    <Menu.Item
      key={action}
      color={action === 'delete' ? danger : undefined}
      onClick={() =>
        confirm({
          title: t(`users.ask.${action}.title`, { name }),
          text: t(`users.ask.${action}.text`),
          confirm: t(`users.actions.${action}`),
          run: () => manage.mutate(action),
        })
      }
    >
      {t(`users.actions.${action}`)}
    </Menu.Item>
  );
  const keys = <Menu.Item onClick={showKeys}>{t('users.showKeys')}</Menu.Item>;
  if (!mayChange(self, user)) return <RowMenu label={t('actions.more', { name })}>{keys}</RowMenu>;
  return (
    <RowMenu label={t('actions.more', { name })} isBusy={manage.isPending || reset.isPending}>
      {keys}
      {!user.unlimited_quota && <Menu.Item onClick={changeQuota}>{t('users.changeQuota')}</Menu.Item>}
      {isOther && user.status === 1 && ask('disable')}
      {isOther && user.status !== 1 && (
        <Menu.Item onClick={() => manage.mutate('enable')}>{t('users.actions.enable')}</Menu.Item>
      )}
      {isOther && isRoot && ask(isAdmin ? 'demote' : 'promote')}
      <Menu.Item
        onClick={() =>
          confirm({
            title: t('users.ask.reset.title', { name }),
            text: t('users.ask.reset.text'),
            confirm: t('users.resetFactors'),
            run: () => reset.mutate(user.id),
          })
        }
      >
        {t('users.resetFactors')}
      </Menu.Item>
      {isOther && <Menu.Divider />}
      {isOther && ask('delete')}
    </RowMenu>
  );
}
