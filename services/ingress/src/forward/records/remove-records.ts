import { call } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import { answerJson } from '../../exchange/answer.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { readSecond, refuseRecords } from './asked.ts';
import { userOf } from './owner.ts';

/** Months go one after the other, and each may wait a second for those who read. */
const deadlineMs = 60_000;

/**
 * Removes records from before a time, in whole months: those that ended before it. What was billed and the statistics
 * stay. Answers how many records went.
 */
export async function removeRecords({ ledger }: Context, exchange: Exchange): Promise<void> {
  const before = readSecond(exchange.request, 'target_timestamp');
  if (before === 0)
    refuseRecords('target_timestamp is required: the Unix second before which records may go.');
  const { requests, keptFromMs } = await call(
    ledger,
    ledger.dropUsage,
    { beforeMs: BigInt(before) * 1_000n, by: `user ${userOf(exchange).id}` },
    { deadlineMs },
  );
  const keptFrom = new Date(Number(keptFromMs)).toISOString().slice(0, 10);
  const message =
    keptFromMs === 0n ? 'No whole month ended before that time.' : `Records are kept from ${keptFrom} on.`;
  answerJson(exchange, 200, { success: true, message, data: Number(requests) });
}
