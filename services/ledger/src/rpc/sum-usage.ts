import {
  UsageFilter_Outcome as Outcome,
  type SumUsageRequest,
  type SumUsageResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { sumLastMinute, sumUsage } from '../views/sum-usage.ts';
import { checkFilter } from './check-records.ts';
import type { RpcContext } from './context.ts';

/** What requests cost in all, and how busy their owner is right now. */
export async function answerSumUsage(
  { knex }: Pick<RpcContext, 'knex'>,
  request: SumUsageRequest,
): Promise<SumUsageResponse> {
  const filter = checkFilter(request.filter);
  const [sum, { requests, tokens }] = await Promise.all([
    sumUsage(knex, filter),
    sumLastMinute(knex, filter),
  ]);
  // What failed costs nothing: all of it is of what was served.
  const { amount, exact } = filter.outcome === Outcome.FAILED ? { amount: 0n, exact: true } : sum;
  return { amount, exact, requestsPerMinute: requests, tokensPerMinute: tokens };
}
