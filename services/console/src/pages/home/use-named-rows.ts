import { useMemo } from 'react';
import { type Dimension, nameOf, type Statistic } from '../../api/statistics.ts';
import { useWords } from '../../words/use-words.ts';
import { type NamedRow, others } from './measures.ts';

/** Rows with the names of what they are of. */
export function useNamedRows(
  rows: readonly Statistic[] | undefined,
  by: Dimension,
): readonly NamedRow[] | undefined {
  const { t } = useWords();
  return useMemo(() => {
    const name = (row: Statistic): string =>
      row.other ? others : row.channel === 0 ? t('home.noChannel') : nameOf(row, by);
    return rows?.map((row) => ({ ...row, name: name(row) }));
  }, [rows, by, t]);
}
