import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

export interface Session {
  id: number;
  /** Unix seconds. */
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  ip: string;
  user_agent: string;
  /** The one that asks. */
  current: boolean;
}

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => ask<Session[]>('/api/user/sessions', { signal }),
});

export function revokeSession(id: number): Promise<void> {
  return ask<void>(`/api/user/sessions/${id}`, { method: 'DELETE' });
}
