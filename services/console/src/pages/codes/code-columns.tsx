import { Text } from '@mantine/core';
import { type Redemption, type RedemptionState, stateOf } from '../../api/redemptions.ts';
import type { Column } from '../../table/column.ts';
import { Tag, type Tone } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';

const tones: Record<RedemptionState, Tone> = {
  enabled: 'good',
  disabled: 'warning',
  used: 'neutral',
  expired: 'neutral',
};

export function useCodeColumns(): Column<Redemption>[] {
  const { t, format } = useWords();
  return [
    {
      id: 'name',
      label: t('codes.name'),
      inCard: 'start',
      isName: true,
      share: 18,
      show: ({ name }) => name,
    },
    {
      id: 'state',
      label: t('codes.state'),
      inCard: 'end',
      show: (code) => <Tag tone={tones[stateOf(code)]}>{t(`codes.states.${stateOf(code)}`)}</Tag>,
    },
    {
      id: 'key',
      label: t('codes.code'),
      share: 24,
      show: ({ key }) => (
        <Text span ff="monospace" size="xs" title={key}>
          {key}
        </Text>
      ),
    },
    { id: 'value', label: t('codes.value'), isNumeric: true, show: ({ quota }) => format.quota(quota) },
    {
      id: 'made',
      label: t('codes.madeAt'),
      isMinor: true,
      show: ({ created_time: second }) => format.time(second),
    },
    {
      id: 'expires',
      label: t('codes.expiry'),
      show: ({ expired_time: second }) => (second === -1 ? t('codes.never') : format.time(second)),
    },
    {
      id: 'used',
      label: t('codes.usedBy'),
      share: 20,
      show: ({ used_username: name, redeemed_time: second }) =>
        second === null ? '–' : `${name ?? ''} · ${format.time(second)}`,
    },
  ];
}
