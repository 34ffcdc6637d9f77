import type {
  GetStatisticsRequest,
  GetStatisticsResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { listStatistics } from '../views/list-statistics.ts';
import { refuse } from './check.ts';
import { checkFilter } from './check-records.ts';
import type { RpcContext } from './context.ts';

const longestMs = 400n * 24n * 60n * 60n * 1_000n;

/** Sums by model and by hour or day. */
export async function answerGetStatistics(
  { knex }: RpcContext,
  request: GetStatisticsRequest,
): Promise<GetStatisticsResponse> {
  const filter = checkFilter(request.filter);
  const { fromMs, untilMs } = filter;
  if (untilMs <= fromMs) refuse('until_ms', 'The time has no end, or ends before it begins.');
  if (untilMs - fromMs > longestMs) refuse('until_ms', 'At most 400 days can be asked for at once.');
  return { rows: await listStatistics(knex, filter) };
}
