import {
  GetStatisticsRequest_By as By,
  type GetStatisticsRequest,
  type GetStatisticsResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { listStatistics } from '../views/list-statistics.ts';
import { refuse } from './check.ts';
import { checkFilter } from './check-records.ts';
import type { RpcContext } from './context.ts';

const longestMs = 400n * 24n * 60n * 60n * 1_000n;

/** Sums by model, key, channel or group, and by hour or day. */
export async function answerGetStatistics(
  { knex }: RpcContext,
  request: GetStatisticsRequest,
): Promise<GetStatisticsResponse> {
  const filter = checkFilter(request.filter);
  const { fromMs, untilMs } = filter;
  if (untilMs <= fromMs) refuse('until_ms', 'The time has no end, or ends before it begins.');
  if (untilMs - fromMs > longestMs) refuse('until_ms', 'At most 400 days can be asked for at once.');
  // Sums of everybody are kept without their keys.
  if (request.by === By.KEY && filter.userIds.length === 0)
    refuse('by', 'Keys are told apart of named users alone.');
  return { rows: await listStatistics(knex, filter, request.by) };
}
