import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';

export interface AccessToken {
  id: number;
  name: string;
  /** Unix seconds. */
  created_at: number;
  /** Null: never. */
  last_used_at: number | null;
}

export const accessTokensQuery = queryOptions({
  queryKey: ['access-tokens'],
  queryFn: ({ signal }) => ask<AccessToken[]>('/api/user/access-tokens', { signal }),
});

/** Its text is answered this once. */
export function createAccessToken(name: string): Promise<AccessToken & { token: string }> {
  return ask('/api/user/access-tokens', { method: 'POST', body: { name } });
}

export function revokeAccessToken(id: number): Promise<void> {
  return ask(`/api/user/access-tokens/${id}`, { method: 'DELETE' });
}
