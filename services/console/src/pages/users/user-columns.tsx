import { Text } from '@mantine/core';
import { roleOf } from '../../api/user.ts';
import type { ManagedUser } from '../../api/users.ts';
import type { Column } from '../../table/column.ts';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';

export function useUserColumns(): Column<ManagedUser>[] {
  const { t, format } = useWords();
  return [
    {
      id: 'name',
      label: t('users.user'),
      share: 24,
      inCard: 'start',
      show: ({ username, display_name: shown, email }) => (
        <>
          <Text inherit fw={550} span>
            {username}
          </Text>
          <Text c="dimmed" size="xs" fw={400}>
            {[shown !== username && shown, email].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      id: 'state',
      label: t('users.state'),
      inCard: 'end',
      show: ({ status }) => (
        <Tag tone={status === 1 ? 'good' : 'bad'}>{t(status === 1 ? 'users.enabled' : 'users.disabled')}</Tag>
      ),
    },
    {
      id: 'role',
      label: t('users.role'),
      show: (user) => {
        const role = roleOf(user);
        return <Tag tone={role === 'user' ? 'neutral' : 'info'}>{t(`roles.${role}`)}</Tag>;
      },
    },
    { id: 'group', label: t('users.group'), share: 12, show: ({ group }) => group },
    {
      id: 'left',
      label: t('users.left'),
      isNumeric: true,
      show: (user) => (user.unlimited_quota ? t('users.noLimit') : format.quota(user.remain_quota)),
    },
    { id: 'used', label: t('users.used'), isNumeric: true, show: (user) => format.quota(user.used_quota) },
    {
      id: 'keys',
      label: t('users.keys'),
      isNumeric: true,
      isMinor: true,
      show: (user) => format.number(user.key_count),
    },
    {
      id: 'seen',
      label: t('users.lastSeen'),
      isMinor: true,
      show: ({ last_seen_time: seen }) => (seen === null ? '–' : format.ago(seen)),
    },
  ];
}
