import { Group, Text } from '@mantine/core';
import type { Key } from '../../api/keys.ts';
import type { Column } from '../../table/column.ts';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { KeyQuota } from './key-quota.tsx';
import { KeyStatusTag } from './key-status.tsx';

export function useKeyColumns(): Column<Key>[] {
  const { t, format } = useWords();
  return [
    {
      id: 'name',
      label: t('keys.name'),
      inCard: 'start',
      show: (key) => (
        <Group gap="xs" wrap="nowrap">
          <Text inherit fw={550}>
            {key.name}
          </Text>
          {key.from_config && <Tag tone="neutral">{t('keys.fromConfig')}</Tag>}
        </Group>
      ),
    },
    { id: 'status', label: t('keys.status'), inCard: 'end', show: (key) => <KeyStatusTag value={key} /> },
    {
      id: 'key',
      label: t('keys.key'),
      show: ({ key }) => (
        <Text ff="monospace" size="xs" style={{ whiteSpace: 'nowrap' }}>
          {key.replace(/\*+/, '…')}
        </Text>
      ),
    },
    { id: 'quota', label: t('keys.quota'), show: (key) => <KeyQuota value={key} /> },
    {
      id: 'group',
      label: t('keys.group'),
      isMinor: true,
      show: ({ group }) =>
        group || (
          <Text inherit c="dimmed">
            {t('keys.ownGroupShort')}
          </Text>
        ),
    },
    {
      id: 'models',
      label: t('keys.models'),
      show: ({ models }) =>
        models.length === 0 ? (
          t('keys.allModels')
        ) : (
          <Text inherit truncate maw={180} title={models.join('\n')}>
            {models.length === 1 ? models[0] : t('keys.modelCount', { count: models.length })}
          </Text>
        ),
    },
    {
      id: 'expires',
      label: t('keys.expires'),
      show: ({ expired_time: second }) =>
        second < 0 ? t('keys.never') : <span title={format.time(second)}>{format.day(second)}</span>,
    },
    {
      id: 'created',
      label: t('keys.created'),
      isMinor: true,
      inCard: 'hidden',
      show: ({ created_time: second }) => format.day(second),
    },
  ];
}
