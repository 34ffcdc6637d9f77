import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { type LongListPage, listPageSize } from './list-page.ts';

/** A code that stands for quota; never whole. */
export interface Redemption {
  id: number;
  name: string;
  key: string;
  /** Of `redemptionStates`, from 1 on. */
  status: number;
  /** Quota units. */
  quota: number;
  /** Unix seconds. */
  created_time: number;
  /** -1: never. */
  expired_time: number;
  redeemed_time: number | null;
  used_username: string | null;
}

export const redemptionStates = ['enabled', 'disabled', 'used', 'expired'] as const;
export type RedemptionState = (typeof redemptionStates)[number];

export function stateOf({ status }: Pick<Redemption, 'status'>): RedemptionState {
  return redemptionStates[status - 1] ?? 'disabled';
}

export interface RedemptionFilter {
  keyword: string;
  state: RedemptionState | '';
}

export interface NewRedemptions {
  /** A UUID; sent again under it, the codes are the same. */
  id: string;
  name: string;
  /** Quota units, of each. */
  quota: number;
  count: number;
  /** Unix seconds; -1: never. */
  expired_time: number;
}

export const redemptionsKey = ['redemptions'];

export function redemptionsQuery({ keyword, state }: RedemptionFilter, cursor: string) {
  const status = state === '' ? undefined : redemptionStates.indexOf(state) + 1;
  return queryOptions({
    queryKey: [...redemptionsKey, keyword, state, cursor],
    queryFn: ({ signal }) =>
      ask<LongListPage<Redemption>>('/api/redemption', {
        query: { keyword, status, cursor, page_size: listPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

/** The codes are in the answer, and nowhere else. */
export function createRedemptions(made: NewRedemptions): Promise<string[]> {
  return ask('/api/redemption', { method: 'POST', body: made });
}

/** Gives the quota of a code to whoever sends it, and answers how much that is. */
export function redeem(code: string): Promise<number> {
  return ask('/api/user/topup', { method: 'POST', body: { key: code } });
}

export function switchRedemption(id: number, isOn: boolean): Promise<void> {
  return ask('/api/redemption', { method: 'PUT', body: { id, status: isOn ? 1 : 2 } });
}

export function deleteRedemption(id: number): Promise<void> {
  return ask(`/api/redemption/${id}`, { method: 'DELETE' });
}

/** Deletes those that are used, disabled or expired. */
export function deleteInvalidRedemptions(): Promise<number> {
  return ask('/api/redemption/invalid', { method: 'DELETE' });
}
