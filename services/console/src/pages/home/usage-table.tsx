import { ScrollArea } from '@mantine/core';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { useWords } from '../../words/use-words.ts';
import { others } from './measures.ts';
import type { Point, Series } from './series.ts';

interface UsageTableProps {
  series: Series;
  show: (value: number) => string;
  label: string;
}

/** The chart's numbers: the newest first, and only where there are any. */
export function UsageTable({ series: { span, bands, isAverage, points }, show, label }: UsageTableProps) {
  const { t, format } = useWords();
  const showOr = (value: number | undefined): string => (value === undefined ? '–' : show(value));
  const columns: Column<Point>[] = [
    { id: 'at', label: t('home.time'), show: ({ at }) => format.moment(at, span) },
    {
      id: 'total',
      label: t(isAverage ? 'home.average' : 'home.total'),
      isNumeric: true,
      show: ({ total }) => showOr(total),
    },
    ...bands.map((band) => ({
      id: `band ${band}`,
      label: band === others ? t('home.others') : band,
      isNumeric: true as const,
      show: ({ values }: Point) => showOr(values[band]),
    })),
  ];
  return (
    <ScrollArea.Autosize mah={420}>
      <DataTable
        label={label}
        columns={columns}
        rows={points.filter(({ total }) => (total ?? 0) > 0).reverse()}
        idOf={({ at }) => at}
        empty={null}
      />
    </ScrollArea.Autosize>
  );
}
