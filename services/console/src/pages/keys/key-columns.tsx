import { Text } from '@mantine/core';
import type { Key } from '../../api/keys.ts';
import type { Column } from '../../table/column.ts';
import { useWords } from '../../words/use-words.ts';
import { KeyQuota } from './key-quota.tsx';
import { KeyStatusTag } from './key-status.tsx';

export function useKeyColumns(): Column<Key>[] {
  const { t, format } = useWords();
  return [
    {
      id: 'name',
      label: t('keys.name'),
      isName: true,
      share: 26,
      inCard: 'start',
      show: (key) => (
        <>
          <span title={key.name}>{key.name}</span>
          {key.from_config && (
            <Text c="dimmed" size="xs" fw={400}>
              {t('keys.fromConfig')}
            </Text>
          )}
        </>
      ),
    },
    { id: 'status', label: t('keys.status'), inCard: 'end', show: (key) => <KeyStatusTag value={key} /> },
    {
      id: 'key',
      label: t('keys.key'),
      show: ({ key }) => (
        <Text ff="monospace" size="xs">
          {key.replace(/\*+/, '…')}
        </Text>
      ),
    },
    { id: 'quota', label: t('keys.quota'), show: (key) => <KeyQuota value={key} /> },
    {
      id: 'group',
      label: t('keys.group'),
      isMinor: true,
      share: 12,
      show: ({ group }) =>
        group || (
          <Text inherit c="dimmed" span title={t('keys.ownGroupShort')}>
            {t('keys.ownGroupShort')}
          </Text>
        ),
    },
    {
      id: 'models',
      label: t('keys.models'),
      share: 14,
      isMinor: true,
      show: ({ models }) =>
        models.length === 0 ? (
          t('keys.allModels')
        ) : (
          <span title={models.join('\n')}>
            {models.length === 1 ? models[0] : t('keys.modelCount', { count: models.length })}
          </span>
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
