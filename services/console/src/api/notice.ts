import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

/** What root has to say to everybody; empty: nothing. */
export const noticeQuery = queryOptions({
  queryKey: ['notice'],
  queryFn: ({ signal }) => ask<string>('/api/notice', { signal }),
  staleTime: 5 * 60_000,
});
