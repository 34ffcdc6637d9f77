import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { type LongListPage, listPageSize } from './list-page.ts';

const statusNames = { 1: 'enabled', 2: 'disabled', 3: 'expired', 4: 'exhausted' } as const;
export type KeyStatus = (typeof statusNames)[keyof typeof statusNames];

export const budgetPeriods = ['day', 'week', 'month'] as const;
export type BudgetPeriod = (typeof budgetPeriods)[number];

/** What may be spent within each period. */
export interface Budget {
  every: BudgetPeriod;
  usd: number;
  time_zone: string;
}

/** What people say of a key. */
export interface KeyFields {
  name: string;
  /** Empty: the user's own. */
  group: string;
  models: string[];
  /** Quota units by model. */
  model_limits: Record<string, number>;
  budgets: Budget[];
  /** Unix seconds; -1: never. */
  expired_time: number;
  rpm: number;
  tpm: number;
  concurrency: number;
  allow_ips: string[];
  /** Quota units. */
  remain_quota: number;
  unlimited_quota: boolean;
  soft_limit_percent: number | null;
}

export interface Key extends KeyFields {
  id: number;
  /** With all but its ends left out. */
  key: string;
  /** Whether its whole text can be shown again. */
  revealable: boolean;
  status: keyof typeof statusNames;
  created_time: number;
  used_quota: number;
  from_config: boolean;
}

export const keysKey = ['keys'];

export function keysQuery(keyword: string, cursor: string) {
  return queryOptions({
    queryKey: [...keysKey, keyword, cursor],
    queryFn: ({ signal }) =>
      ask<LongListPage<Key>>('/api/token', { query: { keyword, cursor, page_size: listPageSize }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** As many as are shown of somebody's keys. */
const mostOfUser = 100;

/** The newest keys of a user, for administrators. */
export function keysOfUserQuery(userId: number) {
  return queryOptions({
    queryKey: [...keysKey, 'of', userId],
    queryFn: ({ signal }) =>
      ask<LongListPage<Key>>('/api/token/all', { query: { user_id: userId, page_size: mostOfUser }, signal }),
  });
}

/** One's own. */
export function readKey(id: number): Promise<Key> {
  return ask(`/api/token/${id}`);
}

export function statusOf({ status }: Pick<Key, 'status'>): KeyStatus {
  return statusNames[status];
}

/** Answers its whole text. */
export function createKey(fields: Partial<KeyFields>): Promise<{ id: number; key: string }> {
  return ask('/api/token', { method: 'POST', body: fields });
}

/** What is left out stays as it is. */
export function changeKey(id: number, fields: Partial<KeyFields>): Promise<void> {
  return ask('/api/token', { method: 'PUT', body: { id, ...fields } });
}

export function switchKey(id: number, to: 'enabled' | 'disabled'): Promise<void> {
  return ask('/api/token', { method: 'PUT', body: { id, status: to === 'enabled' ? 1 : 2 } });
}

export function deleteKeys(ids: readonly number[]): Promise<number> {
  return ask('/api/token/batch', { method: 'POST', body: { ids } });
}

/** Refused as forbidden until it was confirmed who asks: see `useStepUp`. */
export function revealKey(id: number): Promise<{ key: string }> {
  return ask(`/api/token/${id}/key`, { method: 'POST' });
}
