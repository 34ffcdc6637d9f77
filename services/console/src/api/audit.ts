import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { LongListPage } from './list-page.ts';
import type { Since } from './since.ts';

/** A line of the audit log. */
export interface AuditLine {
  id: number;
  /** Unix seconds. */
  created_at: number;
  user_id: number | null;
  /** Empty: nobody who had signed in, or a file. */
  username: string;
  operation: string;
  target_kind: string;
  target_id: string;
  target_name: string;
  /** By member, what it was and what it is. */
  changes: Record<string, unknown[]>;
  ip: string;
  request_id: string;
}

export interface AuditFilter {
  username: string;
  operation: string;
  target_kind: string;
  target_id: string;
  since: Since;
}

const auditPageSize = 25;

export function auditQuery({ since, ...filter }: AuditFilter, cursor: string) {
  return queryOptions({
    queryKey: ['audit', filter, since.name, cursor],
    queryFn: ({ signal }) =>
      ask<LongListPage<AuditLine>>('/api/audit', {
        query: {
          ...filter,
          start_timestamp: since.from(),
          cursor,
          page_size: auditPageSize,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}
