import { Group, Text } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import type { Column } from '../../table/column.ts';
import { PriceText } from '../../ui/price-text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';

export function useModelColumns(): Column<Model>[] {
  const { t } = useWords();
  return [
    {
      id: 'name',
      label: t('models.name'),
      show: ({ name }) => (
        <Text inherit fw={550} span>
          {name}
        </Text>
      ),
      inCard: 'start',
    },
    {
      id: 'kind',
      label: t('models.kind'),
      inCard: 'end',
      show: ({ kind, family }) => (
        <Group gap={6} wrap="nowrap">
          <Tag tone={kind === 'media' ? 'other' : 'neutral'}>{t(`models.kinds.${kind}`)}</Tag>
          {family && (
            <Text span inherit c="dimmed">
              {family}
            </Text>
          )}
        </Group>
      ),
    },
    {
      id: 'price',
      label: t('models.prices'),
      inCard: 'start',
      show: ({ price }) =>
        price ? <PriceText price={price} /> : <Tag tone="bad">{t('models.noPrice')}</Tag>,
    },
    {
      id: 'channels',
      label: t('models.channels'),
      show: ({ channels }) =>
        channels.length === 0 ? (
          <Tag tone="warning">{t('models.unserved')}</Tag>
        ) : (
          <span>
            {channels.map(({ id, name, enabled }, at) => (
              <Text
                key={id}
                span
                inherit
                c={enabled ? undefined : 'dimmed'}
                td={enabled ? undefined : 'line-through'}
              >
                {at > 0 && ', '}
                {name}
              </Text>
            ))}
          </span>
        ),
    },
  ];
}
