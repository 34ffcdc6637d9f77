import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { pathIn, type Scope } from './scope.ts';

/** What statistics are told apart by. */
export type Dimension = 'model' | 'key' | 'group' | 'channel';

/** What one model, key, group or channel had within an hour, a day where the time asked for is long, or all the time. */
export interface Statistic {
  /** The beginning of the hour or day in UTC, in Unix seconds; not there in totals. */
  created_at?: number;
  /** Of what they are told apart by, its name alone is there. */
  model_name: string;
  token_id?: number;
  token_name?: string;
  group?: string;
  channel?: number;
  channel_name?: string;
  /** All that are not told apart. */
  other?: boolean;
  /** Requests, the failed ones among them. */
  count: number;
  failed: number;
  token_used: number;
  /** In quota units, refunds not taken off. */
  quota: number;
  refunded: number;
  /** Of all requests together. */
  duration_ms: number;
  first_byte_ms: number;
}

/** A time by its name, and the seconds that it has when somebody asks: Unix seconds, both included. */
export interface StatisticsTime {
  name: string;
  bounds(): { from: number; until: number };
}

/** How many are told apart, whether by hour or day, and what these have the most of; without it, quota. */
export interface StatisticsShape {
  top: number;
  span?: 'total';
  order_by?: 'quota' | 'count' | 'token_used' | 'failed';
}

/** Statistics with the seconds that they are of. Asked again later, they are of the time that has this name by then. */
export function statisticsQuery(
  scope: Scope,
  by: Dimension,
  { name, bounds: boundsNow }: StatisticsTime,
  shape: StatisticsShape,
) {
  return queryOptions({
    queryKey: ['statistics', scope, by, name, shape],
    queryFn: async ({ signal }) => {
      const bounds = boundsNow();
      const query = { by, start_timestamp: bounds.from, end_timestamp: bounds.until, ...shape };
      const rows = await ask<Statistic[]>(pathIn(scope, '/api/data'), { query, signal });
      return { bounds, rows };
    },
    // Rows that are told apart by something else have no name by this.
    placeholderData: (before, query) => (query?.queryKey[2] === by ? before : undefined),
    staleTime: 30_000,
  });
}

/** What a row is of; what was removed since has but its number. */
export function nameOf(row: Statistic, by: Dimension): string {
  if (by === 'key') return row.token_name || `#${row.token_id}`;
  if (by === 'channel') return row.channel_name || `#${row.channel}`;
  return by === 'group' ? (row.group ?? '') : row.model_name;
}
