import type { FinishRunRequest, FinishRunResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { finishRun } from '../book/runs/finish-run.ts';
import { checkAtLeast, checkRun } from './check.ts';
import type { RpcContext } from './context.ts';

/** Ends a run. `finished` comes once all its closes are booked, and so says that its journal can go. */
export async function answerFinishRun(
  { knex }: RpcContext,
  request: FinishRunRequest,
): Promise<FinishRunResponse> {
  const lastSeq = checkAtLeast(request.lastSeq, 0n, 'last_seq');
  const { appliedSeq, isFinished } = await finishRun(knex, checkRun(request.run), lastSeq);
  return { appliedSeq, finished: isFinished };
}
