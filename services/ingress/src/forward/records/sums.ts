import {
  GetStatisticsRequest_By as By,
  type ModelStatistic,
  GetStatisticsRequest_Order as Order,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { FaultError } from '@headgate/runtime/errors';
import { call } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import type { RecordScope } from '../../routes/route.ts';
import { type Asked, refuseRecords } from './asked.ts';
import { outcomeOf, toFilter } from './log.ts';
import type { NameOf } from './names.ts';
import type { Owner } from './owner.ts';

/** What requests cost in all, and how many requests and tokens the last minute had. */
export async function statData(
  { ledger }: Context,
  asked: Asked,
  owner: Owner | undefined,
  scope: RecordScope,
) {
  if (!owner) return { quota: 0, rpm: 0, tpm: 0, quota_exact: true };
  const filter = { ...toFilter(asked, owner, scope), outcome: outcomeOf(asked) };
  const sum = await call(ledger, ledger.sumUsage, { filter });
  return {
    quota: Number(sum.amount),
    rpm: Number(sum.requestsPerMinute),
    tpm: Number(sum.tokensPerMinute),
    quota_exact: sum.exact,
  };
}

/** Of thousands of models over months there are hundreds of thousands of sums. Pages and the command wait as long. */
const statisticsDeadlineMs = 60_000;
const longestMs = 400n * 24n * 60n * 60n * 1_000n;
const usualMs = 24n * 60n * 60n * 1_000n;

/** What sums can be by, in the words of the query; `channel` is for administrators alone. */
const dimensions: ReadonlyMap<string, By> = new Map([
  ['model', By.MODEL],
  ['key', By.KEY],
  ['group', By.GROUP],
  ['channel', By.CHANNEL],
]);

/** By which member of their rows those are chosen that stand for themselves, where the query says how many. */
const orders: ReadonlyMap<string, Order> = new Map([
  ['quota', Order.AMOUNT],
  ['count', Order.REQUESTS],
  ['token_used', Order.TOKENS],
  ['failed', Order.FAILURES],
]);
const mostTop = 1_000;

/**
 * Requests, tokens, quota and latency per model and hour, per day where the time is long; of the last day where none is named.
 * `by` of the query names something else than the model; with `span=total` the time is one, and with `top` all but so many are
 * one row, which is called `other`.
 */
export async function statisticsData(
  { ledger, names, now }: Context,
  asked: Asked,
  owner: Owner | undefined,
  scope: RecordScope,
) {
  const untilMs = asked.untilMs > 0n ? asked.untilMs : BigInt(now()) + 1_000n;
  const fromMs = asked.fromMs > 0n ? asked.fromMs : untilMs > usualMs ? untilMs - usualMs : 0n;
  if (untilMs <= fromMs) refuseRecords('end_timestamp lies before start_timestamp.');
  if (untilMs - fromMs > longestMs) refuseRecords('At most 400 days can be asked for at once.');
  const by = readDimension(asked, owner, scope);
  const folding = readFolding(asked);
  if (!owner) return [];
  const filter = { ...toFilter(asked, owner, scope), fromMs, untilMs };
  const request = { filter, by, ...folding };
  const { rows } = await call(ledger, ledger.getStatistics, request, {
    deadlineMs: statisticsDeadlineMs,
  }).catch(refuseTooMany);
  const idsOf = (of: (row: ModelStatistic) => bigint): bigint[] => rows.map(of).filter((id) => id !== 0n);
  const nameOf = await names.of({
    keys: idsOf(({ keyId }) => keyId),
    channels: idsOf(({ channelId }) => channelId),
  });
  return rows.map((row) => ({
    // A ledger of the version before knows no totals: its rows have their times.
    ...((!folding.total || row.startedAt > 0n) && { created_at: Number(row.startedAt) }),
    ...(row.other ? otherNames[by] : namesOf(row, by, nameOf)),
    count: Number(row.requests),
    failed: Number(row.failures),
    token_used: Number(row.tokens),
    prompt_tokens: Number(row.inputTokens),
    completion_tokens: Number(row.outputTokens),
    quota: Number(row.amount),
    refunded: Number(row.refunded),
    /** Of all requests together. */
    duration_ms: Number(row.durationMs),
    first_byte_ms: Number(row.firstByteMs),
  }));
}

function namesOf(row: ModelStatistic, by: By, nameOf: NameOf) {
  return {
    model_name: row.model,
    ...(by === By.KEY && { token_id: Number(row.keyId), token_name: nameOf('keys', row.keyId) }),
    ...(by === By.GROUP && { group: row.group }),
    ...(by === By.CHANNEL && {
      channel: Number(row.channelId),
      channel_name: nameOf('channels', row.channelId),
    }),
  };
}

/** A model or a key may be called so, too: the row of all others says that it is. */
const other = { model_name: '', other: true };
const otherNames: Readonly<Record<By, object>> = {
  [By.UNSPECIFIED]: { ...other, model_name: 'other' },
  [By.MODEL]: { ...other, model_name: 'other' },
  [By.KEY]: { ...other, token_name: 'other' },
  [By.CHANNEL]: { ...other, channel_name: 'other' },
  [By.GROUP]: { ...other, group: 'other' },
};

function readFolding({ span, top, orderBy }: Asked): { total: boolean; top: number; order: Order } {
  if (span !== '' && span !== 'total') refuseRecords('span must be total, or not be there.');
  if (top > mostTop) refuseRecords(`top is at most ${mostTop}.`);
  const order = orders.get(orderBy || 'quota');
  if (order === undefined) refuseRecords(`order_by must be one of ${[...orders.keys()].join(', ')}.`);
  return { total: span === 'total', top, order };
}

function refuseTooMany(error: unknown): never {
  if (!(error instanceof FaultError) || error.fault.param !== 'top') throw error;
  return refuseRecords(
    `${error.fault.message} Name a shorter time, or ask for those with the most (top=100) or without time (span=total).`,
  );
}

function readDimension({ by }: Asked, owner: Owner | undefined, scope: RecordScope): By {
  const dimension = dimensions.get(by || 'model');
  if (dimension === undefined || (dimension === By.CHANNEL && scope !== 'all'))
    refuseRecords(`by must be one of model, key, group${scope === 'all' ? ', channel' : ''}.`);
  if (dimension === By.KEY && owner && owner.userIds.length === 0)
    refuseRecords('Name a user for sums by key: username.');
  return dimension;
}
