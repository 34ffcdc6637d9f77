import { Group, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Statistic } from '../../api/statistics.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Bounds } from '../../ui/time-range.ts';
import { useWords } from '../../words/use-words.ts';
import { type Measure, measureNames } from './measures.ts';
import { seriesOf } from './series.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';

const ways = ['asChart', 'asTable'] as const;
type Way = (typeof ways)[number];

/** How a measure went over time, model by model: as a chart, or as a table for whoever reads numbers. */
export function UsagePanel({ rows, bounds }: { rows: readonly Statistic[] | undefined; bounds: Bounds }) {
  const { t, format } = useWords();
  const [measure, setMeasure] = useState<Measure>('spend');
  const [way, setWay] = useState<Way>('asChart');
  const series = useMemo(() => rows && seriesOf(rows, bounds, measure), [rows, bounds, measure]);
  const show = measure === 'spend' ? format.quota : format.number;
  const showShort = measure === 'spend' ? format.shortQuota : format.compact;
  const title = t('home.chartTitle', { measure: t(`home.${measure}`) });
  const shownAs = { series: series ?? seriesOf([], bounds, measure), show, label: title };
  return (
    <Panel p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={2}>{title}</Title>
        <Group gap="xs">
          <SegmentedControl<Measure>
            size="xs"
            aria-label={t('home.chartMeasure')}
            value={measure}
            onChange={setMeasure}
            data={measureNames.map((name) => ({ value: name, label: t(`home.${name}`) }))}
          />
          <SegmentedControl<Way>
            size="xs"
            aria-label={t('home.chartAs')}
            value={way}
            onChange={setWay}
            data={ways.map((name) => ({ value: name, label: t(`home.${name}`) }))}
          />
        </Group>
      </Group>
      {!series ? (
        <Skeleton height={300} />
      ) : way === 'asChart' ? (
        <UsageChart {...shownAs} showShort={showShort} />
      ) : (
        <UsageTable {...shownAs} />
      )}
    </Panel>
  );
}
