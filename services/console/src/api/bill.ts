import { queryOptions } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { ask } from './client.ts';
import type { Scope } from './scope.ts';

/** Decimals are text: they are exact. Sums that are none are fractions, such as "1/3". */
export interface BillLine {
  /** A class of tokens, a unit, or a call. */
  what: string;
  variant: string;
  quantity: number;
  /** US dollars for as much as `per`. */
  rate_usd: string;
  per: number;
  usd: string;
}

export interface Derivation {
  /** Why there is no price to work with; empty where there is one. */
  unpriced: string;
  lines: BillLine[];
  sum_usd: string;
  ratio: string;
  /** The ratio is the model's own in this group. */
  ratio_of_model: boolean;
  input_tokens: number;
  /** The bound above which its rates are; 0 where there are none. */
  tier: number;
  /** Quota units before the rounding, and after it. */
  exact_quota: string;
  quota: number;
}

export interface Bill {
  /** What was interrupted is paid by the house. */
  kind: 'settle' | 'interrupted';
  /** Quota units that were booked. */
  quota: number;
  /** What of them lies beyond what was reserved. */
  overrun: number;
  late: boolean;
  /** Unix seconds. */
  booked_at: number;
  /** Their quota was given back: it is above zero. */
  refunds: { id: string; quota: number; booked_at: number }[];
  request: { reserved: number; group: string } | null;
  derivation: Derivation | null;
}

/** How the bill of a request came about; of what was parked alone, null. */
export function billQuery(scope: Scope, requestId: string) {
  const path = scope === 'self' ? '/api/log/self' : '/api/log';
  return queryOptions({
    queryKey: ['bill', scope, requestId],
    queryFn: async ({ signal }) =>
      (await ask<{ bill: Bill | null }>(`${path}/${requestId}/bill`, { signal })).bill,
    staleTime: 30_000,
  });
}

const lookAgainMs = 1_000;
const mostLooks = 30;

/** What a request of one's own cost, in quota units: looked at again until it is booked. Null for what was parked. */
export function spentQuery(requestId: string) {
  return queryOptions({
    queryKey: ['bill', 'spent', requestId],
    queryFn: async ({ signal }): Promise<number | null> => {
      const { bill } = await ask<{ bill: Bill | null }>(`/api/log/self/${requestId}/bill`, { signal });
      if (!bill) return null;
      return bill.refunds.reduce((left, { quota }) => left - quota, bill.quota);
    },
    enabled: requestId !== '',
    retry: (looks, error) => looks < mostLooks && error instanceof ApiError && error.kind === 'refused',
    retryDelay: lookAgainMs,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
