import { Group, Text } from '@mantine/core';
import type { Model } from '../../api/models.ts';
import type { Column } from '../../table/column.ts';
import { PriceText } from '../../ui/price-text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { serviceTierOf } from './service-tier.ts';

/** Of those who serve a model; the pointer shows them all. */
const shownChannels = 2;

export function useModelColumns(): Column<Model>[] {
  const { t } = useWords();
  return [
    {
      id: 'name',
      label: t('models.name'),
      isName: true,
      share: 28,
      show: ({ name }) => name,
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
      wraps: true,
      inCard: 'whole',
      show: ({ price }) =>
        price ? <PriceText price={price} /> : <Tag tone="bad">{t('models.noPrice')}</Tag>,
    },
    {
      id: 'channels',
      label: t('models.channels'),
      share: 20,
      show: ({ name: row, channels }) =>
        channels.length === 0 ? (
          <Unserved tier={serviceTierOf(row)} />
        ) : (
          <span title={channels.map(({ name }) => name).join('\n')}>
            {channels.slice(0, shownChannels).map(({ id, name, enabled }, at) => (
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
            {channels.length > shownChannels && (
              <Text span inherit c="dimmed">
                {' '}
                {t('models.moreChannels', { count: channels.length - shownChannels })}
              </Text>
            )}
          </span>
        ),
    },
  ];
}

function Unserved({ tier }: { tier: string | undefined }) {
  const { t } = useWords();
  if (tier === undefined) return <Tag tone="warning">{t('models.unserved')}</Tag>;
  return <Tag tone="neutral">{t('models.serviceTier', { tier })}</Tag>;
}
