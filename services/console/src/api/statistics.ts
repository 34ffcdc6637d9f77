import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { pathIn, type Scope } from './scope.ts';

/** What one model served within an hour, or within a day where the time asked for is long. */
export interface Statistic {
  /** The beginning of the hour or day in UTC, in Unix seconds. */
  created_at: number;
  model_name: string;
  /** Requests, the failed ones among them. */
  count: number;
  failed: number;
  token_used: number;
  /** In quota units, refunds not taken off. */
  quota: number;
  refunded: number;
}

/** @param from and `until`: Unix seconds, both included. */
export function statisticsQuery(scope: Scope, from: number, until: number) {
  return queryOptions({
    queryKey: ['statistics', scope, from, until],
    queryFn: ({ signal }) =>
      ask<Statistic[]>(pathIn(scope, '/api/data'), {
        query: { start_timestamp: from, end_timestamp: until },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
}
