import type { Statistic } from '../../api/statistics.ts';

/** What statistics are shown by. */
export const measures = {
  spend: (row: Statistic) => row.quota - row.refunded,
  requests: (row: Statistic) => row.count,
  tokens: (row: Statistic) => row.token_used,
  failures: (row: Statistic) => row.failed,
} as const;

export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

export type Sums = Record<Measure | 'refunded', number>;

export function sumOf(rows: readonly Statistic[]): Sums {
  const total = (of: (row: Statistic) => number): number => rows.reduce((sum, row) => sum + of(row), 0);
  return {
    spend: total(measures.spend),
    requests: total(measures.requests),
    tokens: total(measures.tokens),
    failures: total(measures.failures),
    refunded: total(({ refunded }) => refunded),
  };
}

/** Sums of each model, the dearest first, and then the busiest. */
export function sumByModel(rows: readonly Statistic[]): { model: string; sums: Sums }[] {
  const models = Map.groupBy(rows, ({ model_name: model }) => model);
  return [...models]
    .map(([model, ofModel]) => ({ model, sums: sumOf(ofModel) }))
    .sort((a, b) => b.sums.spend - a.sums.spend || b.sums.requests - a.sums.requests);
}
