import { fault } from '@headgate/proto/faults';
import type { DropUsageRequest, DropUsageResponse } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { dropUsageBefore } from '../partitions/drop-old-usage.ts';
import { readKept } from '../partitions/usage-kept.ts';
import { isLockRefusal } from '../postgres/transaction.ts';
import { checkAtLeast, checkText, refuse } from './check.ts';
import type { RpcContext } from './context.ts';

/** Drops whole months of the usage log, and notes who asked for it. */
export async function answerDropUsage(
  { knex, log }: RpcContext,
  { beforeMs, by }: DropUsageRequest,
): Promise<DropUsageResponse> {
  if (by === '') refuse('by', 'Say who does it.');
  const author = checkText(by, 'by');
  const asked = Number(checkAtLeast(beforeMs, 1n, 'before_ms'));
  const { names, requests } = await dropUsageBefore(knex, Math.min(asked, Date.now())).catch((error) => {
    if (!isLockRefusal(error)) throw error;
    const message = 'Somebody reads the whole usage log right now. Try again shortly.';
    throw new FaultError(fault('service_unavailable', { message }), { cause: error });
  });
  log.warn({ by: author, beforeMs: asked, dropped: names, requests: String(requests) }, 'usage was dropped');
  const { firstId } = await readKept(knex);
  return { requests, keptFromMs: BigInt(Number.parseInt(firstId.slice(0, 8) + firstId.slice(9, 13), 16)) };
}
