import { call } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import { type Asked, refuseRecords } from './asked.ts';
import { toFilter } from './log.ts';
import type { Owner } from './owner.ts';

/** What requests cost in all, and how many requests and tokens the last minute had. */
export async function statData(
  { ledger }: Context,
  asked: Asked,
  owner: Owner | undefined,
  isAdmin: boolean,
) {
  if (!owner) return { quota: 0, rpm: 0, tpm: 0, quota_exact: true };
  const filter = toFilter(asked, owner, isAdmin);
  const sum = await call(ledger, ledger.sumUsage, { filter });
  return {
    quota: Number(sum.amount),
    rpm: Number(sum.requestsPerMinute),
    tpm: Number(sum.tokensPerMinute),
    quota_exact: sum.exact,
  };
}

const longestMs = 400n * 24n * 60n * 60n * 1_000n;
const usualMs = 24n * 60n * 60n * 1_000n;

/** Requests, tokens and quota per model and hour, per day where the time is long; of the last day where none is named. */
export async function statisticsData(
  { ledger, now }: Context,
  asked: Asked,
  owner: Owner | undefined,
  isAdmin: boolean,
) {
  const untilMs = asked.untilMs > 0n ? asked.untilMs : BigInt(now()) + 1_000n;
  const fromMs = asked.fromMs > 0n ? asked.fromMs : untilMs > usualMs ? untilMs - usualMs : 0n;
  if (untilMs <= fromMs) refuseRecords('end_timestamp lies before start_timestamp.');
  if (untilMs - fromMs > longestMs) refuseRecords('At most 400 days can be asked for at once.');
  if (!owner) return [];
  const filter = { ...toFilter(asked, owner, isAdmin), fromMs, untilMs };
  const { rows } = await call(ledger, ledger.getStatistics, { filter });
  return rows.map((row) => ({
    created_at: Number(row.startedAt),
    model_name: row.model,
    count: Number(row.requests),
    failed: Number(row.failures),
    token_used: Number(row.tokens),
    quota: Number(row.amount),
    refunded: Number(row.refunded),
  }));
}
