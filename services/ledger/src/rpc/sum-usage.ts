import type { SumUsageRequest, SumUsageResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { sumLastMinute, sumUsage } from '../views/sum-usage.ts';
import { checkFilter } from './check-records.ts';
import type { RpcContext } from './context.ts';

/** What requests cost in all, and how busy their owner is right now. */
export async function answerSumUsage(
  { knex }: RpcContext,
  request: SumUsageRequest,
): Promise<SumUsageResponse> {
  const filter = checkFilter(request.filter);
  const [{ amount, exact }, { requests, tokens }] = await Promise.all([
    sumUsage(knex, filter),
    sumLastMinute(knex, filter),
  ]);
  return { amount, exact, requestsPerMinute: requests, tokensPerMinute: tokens };
}
