import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Bound } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { inputOf, type Usage } from '../../canon/usage.ts';
import type { Bill } from './bill.ts';

/** Counts of a ranking with what it read beside them, as its request says it, where its upstream counts searches alone. */
export function withSearchedTokens(counted: Usage, estimate: Usage | undefined): Usage {
  if (!estimate || counted.calls === undefined || inputOf(counted) > 0) return counted;
  return { ...counted, searchedTokens: inputOf(estimate) };
}

/**
 * Each search is paid for as a call. A row that prices tokens and no calls, as for upstreams that count those, is not to bill
 * nothing where an upstream counts searches alone.
 */
export function billSearches<Known extends Bill>(bill: Known, bound: Bound | undefined): Known {
  const { searchedTokens } = bill.usage;
  if (!searchedTokens || !bound || bound.input === 0n || bound.call > 0n) return bill;
  const usage = { ...bill.usage, inputFresh: searchedTokens };
  return { ...bill, usage, source: UsageSource.ESTIMATED };
}
