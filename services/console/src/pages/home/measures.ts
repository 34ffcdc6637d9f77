import type { Statistic, StatisticsShape } from '../../api/statistics.ts';

/** A row by the name of what it is of: a model, a key, a group or a channel; `others` of all that are not told apart. */
export interface NamedRow extends Statistic {
  name: string;
}

/** What is summed, and by what the sum is divided where an average is meant. */
interface Summed {
  of(row: Statistic): number;
  per?(row: Statistic): number;
  /** What those have the most of that the chart tells apart: of averages, those that were asked most. */
  order: NonNullable<StatisticsShape['order_by']>;
}

const requests = (row: Statistic): number => row.count;

/** What statistics are shown by. */
export const measures = {
  spend: { of: (row) => row.quota - row.refunded, order: 'quota' },
  requests: { of: requests, order: 'count' },
  tokens: { of: (row) => row.token_used, order: 'token_used' },
  failures: { of: (row) => row.failed, order: 'failed' },
  latency: { of: (row) => row.duration_ms, per: requests, order: 'count' },
  firstByte: { of: (row) => row.first_byte_ms, per: requests, order: 'count' },
} as const satisfies Record<string, Summed>;

export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

export type Sums = Record<Measure | 'refunded', number>;

/** Whether a measure is an average: averages of several things do not add up. */
export function isAverage(measure: Measure): boolean {
  return 'per' in measures[measure];
}

/** A measure of rows together; undefined for the average of none. */
export function measureOf(rows: readonly Statistic[], measure: Measure): number | undefined {
  const { of, per }: Summed = measures[measure];
  const sum = total(rows, of);
  if (!per) return sum;
  const count = total(rows, per);
  return count === 0 ? undefined : sum / count;
}

function total(rows: readonly Statistic[], of: (row: Statistic) => number): number {
  return rows.reduce((sum, row) => sum + of(row), 0);
}

export function sumOf(rows: readonly Statistic[]): Sums {
  const value = (measure: Measure): number => measureOf(rows, measure) ?? 0;
  return {
    spend: value('spend'),
    requests: value('requests'),
    tokens: value('tokens'),
    failures: value('failures'),
    latency: value('latency'),
    firstByte: value('firstByte'),
    refunded: total(rows, ({ refunded }) => refunded),
  };
}

/** All rows of a name together. */
export interface Share {
  name: string;
  /** Where they are told apart by channel. */
  channel: number | undefined;
  sums: Sums;
}

/** Stands for all that are not told apart. Nothing has an empty name. */
export const others = '';

/** Thousands of rows would take a browser half a minute to draw. */
export const mostShares = 100;

/** Sums by name, the dearest first, and then the busiest; where there are more than can be shown, the last are `others` together. */
export function sumByName(rows: readonly NamedRow[]): Share[] {
  const byName = Map.groupBy(rows, ({ name }) => name);
  const folded = byName.get(others) ?? [];
  byName.delete(others);
  const shares = [...byName]
    .map(([name, ofName]) => ({ name, channel: ofName[0]?.channel, sums: sumOf(ofName) }))
    .sort((a, b) => b.sums.spend - a.sums.spend || b.sums.requests - a.sums.requests);
  if (shares.length <= mostShares && folded.length === 0) return shares;
  const rest = shares.splice(mostShares - 1).flatMap(({ name }) => byName.get(name) ?? []);
  return [...shares, { name: others, channel: undefined, sums: sumOf([...rest, ...folded]) }];
}
