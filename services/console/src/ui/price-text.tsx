import { Stack, Text } from '@mantine/core';
import { Fragment } from 'react';
import type { Price } from '../api/price.ts';
import { type PricePart, toPriceLines } from '../words/price-lines.ts';
import { useWords } from '../words/use-words.ts';

/** What something costs, in a line for each unit. */
export function PriceText({ price, ratio = 1 }: { price: Price; ratio?: number }) {
  const { t, format } = useWords();
  const nameOf = ({ of, named }: PricePart): string => (of ? t(`prices.classes.${of}`) : (named ?? ''));
  return (
    <Stack gap={2}>
      {toPriceLines(price, ratio).map(({ unit, above, parts }) => (
        <Text key={`${unit}${above ?? ''}`} inherit component="div" className="numeric">
          {above !== undefined && (
            <Text span inherit c="dimmed">
              {t('prices.above', { tokens: format.number(above) })}{' '}
            </Text>
          )}
          {parts.map((part, at) => (
            <Fragment key={nameOf(part)}>
              {at > 0 && ' · '}
              <span style={{ whiteSpace: 'nowrap' }}>
                {nameOf(part) !== '' && (
                  <Text span inherit c="dimmed">
                    {nameOf(part)}{' '}
                  </Text>
                )}
                <Text span inherit fw={550}>
                  {format.money(part.usd, 'USD')}
                </Text>
              </span>
            </Fragment>
          ))}{' '}
          <Text span inherit c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t(`prices.units.${unit}`)}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}
