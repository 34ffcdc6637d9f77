import { Text } from '@mantine/core';
import type { GroupRatio, PricedModel } from '../../api/pricing.ts';
import type { Column } from '../../table/column.ts';
import { PriceText } from '../../ui/price-text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { ratioIn } from './find-priced.ts';

/** Prices are those of the group, where one is chosen. */
export function usePricingColumns(group: GroupRatio | undefined): Column<PricedModel>[] {
  const { t } = useWords();
  return [
    {
      id: 'model',
      label: t('pricing.model'),
      inCard: 'start',
      show: ({ model }) => (
        <Text inherit fw={550} span>
          {model}
        </Text>
      ),
    },
    {
      id: 'kind',
      label: t('models.kind'),
      inCard: 'end',
      show: ({ kind }) => (
        <Tag tone={kind === 'media' ? 'other' : 'neutral'}>{t(`models.kinds.${kind}`)}</Tag>
      ),
    },
    {
      id: 'price',
      label: t('models.prices'),
      inCard: 'start',
      show: (priced) => <PriceText price={priced.price} ratio={ratioIn(group, priced)} />,
    },
    { id: 'groups', label: t('pricing.groups'), show: ({ groups }) => groups.join(', ') },
    {
      id: 'endpoints',
      label: t('pricing.endpoints'),
      isMinor: true,
      show: ({ endpoints }) => endpoints.join(', '),
    },
  ];
}
