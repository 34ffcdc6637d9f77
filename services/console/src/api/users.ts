import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { ask } from './client.ts';
import type { Budget } from './keys.ts';
import { type LongListPage, listPageSize } from './list-page.ts';
import { hasRole, type User } from './user.ts';

/** A user as administrators see them. */
export interface ManagedUser extends User {
  email: string;
  /** Quota units. */
  remain_quota: number;
  used_quota: number;
  unlimited_quota: boolean;
  /** Per cent of the quota after which notice is given; null: none is. */
  soft_limit_percent: number | null;
  budgets: Budget[];
  key_count: number;
  /** Unix seconds. */
  created_time: number;
  last_seen_time: number | null;
  from_config: boolean;
}

export interface UserFilter {
  keyword: string;
  group: string;
  /** 1 is a user, 10 an administrator, 100 root. */
  role: '1' | '10' | '100' | '';
  /** 1 may sign in, 2 may not. */
  status: '1' | '2' | '';
}

export interface UserChanges {
  username?: string;
  display_name?: string;
  password?: string;
  group?: string;
  unlimited_quota?: boolean;
  soft_limit_percent?: number | null;
  budgets?: Budget[];
}

const userActions = ['enable', 'disable', 'promote', 'demote', 'delete'] as const;
export type UserAction = (typeof userActions)[number];

/** Whether one administrator may change a user: the API lets root alone change administrators, themselves included. */
export function mayChange(self: Pick<User, 'role'>, user: Pick<User, 'role'>): boolean {
  return hasRole(self, 'root') || !hasRole(user, 'admin');
}

export const usersKey = ['users'];

export function usersQuery(filter: UserFilter, cursor: string) {
  return queryOptions({
    queryKey: [...usersKey, filter, cursor],
    queryFn: ({ signal }) =>
      ask<LongListPage<ManagedUser>>('/api/user', {
        query: { ...filter, cursor, page_size: listPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** A user as they are now. */
export function readUser(id: number): Promise<ManagedUser> {
  return ask(`/api/user/${id}`);
}

export function createUser(changes: UserChanges & { role: number }): Promise<{ id: number }> {
  return ask('/api/user', { method: 'POST', body: changes });
}

export function changeUser(id: number, changes: UserChanges): Promise<void> {
  return ask('/api/user', { method: 'PUT', body: { id, ...changes } });
}

export function manageUser(id: number, action: UserAction): Promise<unknown> {
  return ask('/api/user/manage', { method: 'POST', body: { id, action } });
}

export interface QuotaChange {
  /** Of this change: sent again it is made once. */
  id: string;
  /** Dollars as text; with `-`, they are taken. */
  usd: string;
  reason: string;
}

export function changeQuota(userId: number, change: QuotaChange): Promise<unknown> {
  return ask(`/api/user/${userId}/quota`, { method: 'POST', body: change });
}

/** Takes passkeys and codes away from who has lost them. Who had one of the two alone is refused the other. */
export async function removeSecondFactors(userId: number): Promise<void> {
  const refusals: ApiError[] = [];
  for (const part of removedParts) {
    try {
      await ask(`/api/user/${userId}/${part}`, { method: 'DELETE' });
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'refused') throw error;
      refusals.push(error);
    }
  }
  if (refusals.length === removedParts.length) throw refusals[0];
}

const removedParts = ['reset_passkey', '2fa'] as const;
