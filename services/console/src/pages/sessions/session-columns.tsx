import { Group, Text } from '@mantine/core';
import type { Session } from '../../api/sessions.ts';
import type { Column } from '../../table/column.ts';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { useDeviceName } from './use-device-name.ts';

export function useSessionColumns(): Column<Session>[] {
  const { t, format } = useWords();
  const nameOf = useDeviceName();
  return [
    {
      id: 'device',
      label: t('sessions.device'),
      show: (session) => (
        <Group gap="xs" wrap="nowrap" title={session.user_agent}>
          <Text inherit fw={550}>
            {nameOf(session)}
          </Text>
          {session.current && <Tag tone="good">{t('sessions.current')}</Tag>}
        </Group>
      ),
    },
    { id: 'address', label: t('sessions.address'), show: ({ ip }) => ip },
    { id: 'since', label: t('sessions.since'), show: (session) => format.time(session.created_at) },
    { id: 'lastSeen', label: t('sessions.lastSeen'), show: (session) => format.ago(session.last_seen_at) },
    {
      id: 'expires',
      label: t('sessions.expires'),
      show: (session) => format.ago(session.expires_at),
      isMinor: true,
    },
  ];
}
