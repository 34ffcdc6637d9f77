import { Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import { kindOf } from '../../api/own-models.ts';
import type { GroupRatio, PricedModel } from '../../api/pricing.ts';
import type { Column } from '../../table/column.ts';
import { PriceText } from '../../ui/price-text.tsx';
import { Tag } from '../../ui/tag.tsx';
import { useWords } from '../../words/use-words.ts';
import { ratioIn } from './ratio-in.ts';

/** Prices are those of the group, where one is chosen. */
export function usePricingColumns(group: GroupRatio | undefined): Column<PricedModel>[] {
  const { t } = useWords();
  return [
    {
      id: 'model',
      label: t('pricing.model'),
      isName: true,
      share: 32,
      inCard: 'start',
      show: ({ model }) => model,
    },
    {
      id: 'kind',
      label: t('models.kind'),
      inCard: 'end',
      show({ endpoints }) {
        const kind = kindOf(endpoints);
        return <Tag tone={kind === 'chat' ? 'neutral' : 'other'}>{t(`pricing.kinds.${kind}`)}</Tag>;
      },
    },
    {
      id: 'price',
      label: t('models.prices'),
      wraps: true,
      inCard: 'whole',
      show: (priced) => (
        <Stack gap={2}>
          <PriceText price={priced.price} ratio={ratioIn(group, priced)} />
          {Object.entries(priced.service_tiers).map(([tier, price]) => (
            <Fragment key={tier}>
              <Text inherit c="dimmed">
                {t('pricing.serviceTier', { tier })}
              </Text>
              <PriceText price={price} ratio={ratioIn(group, { model: `${priced.model}@${tier}` })} />
            </Fragment>
          ))}
        </Stack>
      ),
    },
    {
      id: 'groups',
      label: t('pricing.groups'),
      share: 16,
      isMinor: true,
      show: ({ groups }) => groups.join(', '),
    },
  ];
}
