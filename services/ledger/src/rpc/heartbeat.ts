import type { HeartbeatRequest, HeartbeatResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { noteHeartbeat } from '../book/runs/heartbeat.ts';
import { checkAtLeast, checkRun, refuseFinishedRun } from './check.ts';
import type { RpcContext } from './context.ts';

/** Notes that a run lives. A run that was reclaimed is told so by a fault. */
export async function answerHeartbeat(
  { knex, books, nowMs }: RpcContext,
  request: HeartbeatRequest,
): Promise<HeartbeatResponse> {
  const openRequests = checkAtLeast(request.openRequests, 0n, 'open_requests');
  const [appliedSeq, priceVersion] = await Promise.all([
    noteHeartbeat(knex, checkRun(request.run), openRequests),
    books.newest(knex),
  ]);
  if (appliedSeq === undefined) return refuseFinishedRun();
  return { appliedSeq, priceVersion, nowMs: BigInt(nowMs()) };
}
