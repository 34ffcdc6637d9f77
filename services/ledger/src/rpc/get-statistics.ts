import { fault } from '@headgate/proto/faults';
import {
  GetStatisticsRequest_By as By,
  type GetStatisticsRequest,
  type GetStatisticsResponse,
  GetStatisticsRequest_Order as Order,
  type UsageFilter,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { createGate } from '@headgate/runtime/gates/gate';
import { areMadeOfFew, listStatistics, mostRowsOf, mostSums } from '../views/list-statistics.ts';
import { refuse } from './check.ts';
import { checkFilter } from './check-records.ts';
import type { RpcContext } from './context.ts';

const longestMs = 400n * 24n * 60n * 60n * 1_000n;
const mostTop = 1_000;

/** Two of the largest answers take 250 MB of the heap that settling lives in, and twelve seconds. */
const large = { places: 2, queue: 50 };
/** Everybody's first page asks for three of these. Draws need connections meanwhile. */
const small = { places: 4, queue: 500 };
const mostOfSmall = 10_000;
const turnMs = 30_000;

/** Sums by model, key, channel or group, and by hour or day, so many answers at a time: small ones beside large ones. */
export function createGetStatistics({
  knex,
}: Pick<RpcContext, 'knex'>): (request: GetStatisticsRequest) => Promise<GetStatisticsResponse> {
  const areFew = async (filter: UsageFilter, request: GetStatisticsRequest): Promise<boolean> => {
    if (mostRowsOf(filter, request) <= mostOfSmall) return true;
    // Of everybody's, the first may lie behind all rows of a table that PostgreSQL takes to be full of them.
    return filter.userIds.length > 0 && areMadeOfFew(knex, filter, request, mostOfSmall);
  };
  const gates = { large: createGate(large), small: createGate(small) };
  return async (request) => {
    const filter = checkRequest(request);
    const gate = (await areFew(filter, request)) ? gates.small : gates.large;
    const leave = await gate.enter(AbortSignal.timeout(turnMs));
    if (!leave) throw new FaultError(fault('service_unavailable'));
    try {
      const rows = await listStatistics(knex, filter, request);
      return { rows: rows ?? refuse('top', `These are more than ${mostSums} sums.`) };
    } finally {
      leave();
    }
  };
}

function checkRequest({ filter: sent, by, top, order }: GetStatisticsRequest) {
  const filter = checkFilter(sent);
  const { fromMs, untilMs } = filter;
  if (untilMs <= fromMs) refuse('until_ms', 'The time has no end, or ends before it begins.');
  if (untilMs - fromMs > longestMs) refuse('until_ms', 'At most 400 days can be asked for at once.');
  // Sums of everybody are kept without their keys.
  if (by === By.KEY && filter.userIds.length === 0) refuse('by', 'Keys are told apart of named users alone.');
  if (top < 0 || top > mostTop) refuse('top', `At most ${mostTop} are told apart from all others.`);
  if (!Object.values<Order>(Order).includes(order)) refuse('order', 'There is no such order.');
  return filter;
}
