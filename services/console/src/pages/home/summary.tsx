import { SimpleGrid } from '@mantine/core';
import type { Statistic } from '../../api/statistics.ts';
import { StatCard } from '../../ui/stat-card.tsx';
import { useWords } from '../../words/use-words.ts';
import { type Measure, sumOf } from './measures.ts';

/** The four numbers of a time, beside those of the time before. Undefined is what has not come yet. */
export function Summary({
  rows,
  before,
}: {
  rows: readonly Statistic[] | undefined;
  before: readonly Statistic[] | undefined;
}) {
  const { t, format } = useWords();
  const sums = rows && sumOf(rows);
  const earlier = before && sumOf(before);
  const compare = (measure: Measure): string => {
    if (!sums || !earlier) return '';
    if (earlier[measure] === 0) return t('home.noneBefore');
    const change = format.change(sums[measure] / earlier[measure] - 1);
    return t('home.before', { change });
  };
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
      <StatCard label={t('home.spend')} value={sums && format.quota(sums.spend)} note={compare('spend')} />
      <StatCard
        label={t('home.requests')}
        value={sums && format.number(sums.requests)}
        note={compare('requests')}
      />
      <StatCard
        label={t('home.tokens')}
        value={sums && format.compact(sums.tokens)}
        note={compare('tokens')}
      />
      <StatCard
        label={t('home.failures')}
        value={sums && format.number(sums.failures)}
        note={
          sums && sums.requests > 0
            ? t('home.failureRate', { rate: format.percent(sums.failures / sums.requests) })
            : ''
        }
      />
    </SimpleGrid>
  );
}
