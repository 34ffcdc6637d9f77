import {
  type ListUsageRequest,
  type ListUsageResponse,
  UsageFilter_Outcome as Outcome,
  type UsageRecord,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { listRequest, listUsage, type Page } from '../views/list-usage.ts';
import { findOldestMs } from '../views/oldest-usage.ts';
import { sumUsage } from '../views/sum-usage.ts';
import { checkId } from './check.ts';
import { checkFilter, checkPage } from './check-records.ts';
import type { RpcContext } from './context.ts';

/** A page of requests, and how many there are in all. Statistics live longer than the log, and are not counted then. */
export async function answerListUsage(
  { knex }: RpcContext,
  request: ListUsageRequest,
): Promise<ListUsageResponse> {
  const filter = checkFilter(request.filter);
  const page = checkPage(request);
  const oldestMs = await findOldestMs(knex);
  const logged = oldestMs > filter.fromMs ? { ...filter, fromMs: oldestMs } : filter;
  if (request.requestId !== '') {
    const requestId = checkId(request.requestId, 'request_id');
    const { records, total } = await listRequest(knex, logged, { ...page, requestId });
    return { ...pageOf(records, page), total, totalExact: true };
  }
  const [records, sum] = await Promise.all([listUsage(knex, logged, page), sumUsage(knex, logged)]);
  const totals: Record<Outcome, bigint> = {
    [Outcome.UNSPECIFIED]: sum.requests,
    [Outcome.SERVED]: sum.requests - sum.failures,
    [Outcome.FAILED]: sum.failures,
  };
  return { ...pageOf(records, page), total: totals[filter.outcome], totalExact: sum.exact };
}

function pageOf(records: UsageRecord[], { limit }: Page): Pick<ListUsageResponse, 'records' | 'hasMore'> {
  return { records: records.slice(0, limit), hasMore: records.length > limit };
}
