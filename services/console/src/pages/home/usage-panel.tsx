import { Group, NativeSelect, SegmentedControl, Skeleton, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Dimension } from '../../api/statistics.ts';
import { Panel } from '../../ui/panel.tsx';
import type { Bounds } from '../../ui/time-range.ts';
import { useWords } from '../../words/use-words.ts';
import { isAverage, type Measure, measureNames, type NamedRow } from './measures.ts';
import { seriesOf } from './series.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';

const ways = ['asChart', 'asTable'] as const;
type Way = (typeof ways)[number];

/** How a measure went over time, band by band: as a chart, or as a table for whoever reads numbers. */
export function UsagePanel({
  by,
  rows,
  bounds,
  measure,
  onMeasure,
}: {
  by: Dimension;
  rows: readonly NamedRow[] | undefined;
  bounds: Bounds;
  measure: Measure;
  onMeasure: (measure: Measure) => void;
}) {
  const { t, format } = useWords();
  const [way, setWay] = useState<Way>('asChart');
  const series = useMemo(() => rows && seriesOf(rows, bounds, measure), [rows, bounds, measure]);
  const show = isAverage(measure) ? format.duration : measure === 'spend' ? format.quota : format.number;
  const showShort = isAverage(measure)
    ? format.duration
    : measure === 'spend'
      ? format.shortQuota
      : format.compact;
  const title = t(`home.chartTitle.${by}`, { measure: t(`home.${measure}`) });
  const shownAs = { series: series ?? seriesOf([], bounds, measure), show, label: title };
  return (
    <Panel p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={2}>{title}</Title>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label={t('home.chartMeasure')}
            value={measure}
            onChange={({ currentTarget }) =>
              onMeasure(measureNames.find((name) => name === currentTarget.value) ?? 'spend')
            }
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
