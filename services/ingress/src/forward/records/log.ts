import {
  type EntryRecord,
  ListEntriesRequest_Kind as Kind,
  UsageFilter_Outcome as Outcome,
  UsageFilter,
  type UsageRecord,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { keyPurse, userPurse } from '@headgate/proto/purses';
import { call } from '@headgate/runtime/rpc/client';
import type { Context } from '../../context.ts';
import type { RecordScope } from '../../routes/route.ts';
import { type Asked, offsetOf, refuseRecords } from './asked.ts';
import { entryView, logTypes, ownerOf, usageView } from './log-view.ts';
import type { Owner } from './owner.ts';

interface LogPage {
  items: { id: string }[];
  total: number;
  isExact: boolean;
  hasMore: boolean;
}

const emptyPage: LogPage = { items: [], total: 0, isExact: true, hasMore: false };

const outcomes: Record<number, Outcome | undefined> = {
  0: Outcome.UNSPECIFIED,
  [logTypes.consumed]: Outcome.SERVED,
  [logTypes.failed]: Outcome.FAILED,
};
const kinds: Record<number, Kind | undefined> = {
  [logTypes.topUp]: Kind.GRANT,
  [logTypes.refund]: Kind.REFUND,
};

/** A page of the log. Without a type it has requests alone: what else moves purses lies elsewhere, and is asked for by type. */
export async function logData(context: Context, asked: Asked, owner: Owner | undefined, scope: RecordScope) {
  const { items, total, isExact, hasMore } = owner ? await readPage(context, asked, owner, scope) : emptyPage;
  return {
    items,
    total,
    total_exact: isExact,
    page: asked.page,
    page_size: asked.pageSize,
    next_cursor: hasMore ? (items.at(-1)?.id ?? '') : '',
  };
}

function readPage(
  context: Context,
  asked: Asked,
  owner: Owner,
  scope: RecordScope,
): Promise<LogPage> | LogPage {
  const outcome = outcomes[asked.type];
  if (outcome !== undefined) return readUsage(context, asked, owner, { outcome, scope });
  const kind = kinds[asked.type];
  return kind === undefined ? emptyPage : readEntries(context, asked, owner, kind);
}

/** Which requests a type means; of another type none, and then all are. */
export function outcomeOf({ type }: Asked): Outcome {
  return outcomes[type] ?? Outcome.UNSPECIFIED;
}

export function toFilter(asked: Asked, owner: Owner, scope: RecordScope): UsageFilter {
  const { fromMs, untilMs, model, group, channelId } = asked;
  return UsageFilter.fromPartial({
    ...owner,
    fromMs,
    untilMs,
    model,
    group,
    ...(scope === 'all' && channelId !== undefined && { channelId }),
  });
}

async function readUsage(
  { ledger, names }: Context,
  asked: Asked,
  owner: Owner,
  { outcome, scope }: { outcome: Outcome; scope: RecordScope },
): Promise<LogPage> {
  const filter = { ...toFilter(asked, owner, scope), outcome };
  const { requestId, cursor: beforeId, pageSize: limit } = asked;
  const page = { beforeId, offset: offsetOf(asked), limit };
  const listed = await call(ledger, ledger.listUsage, { filter, requestId, ...page });
  const { total, totalExact, hasMore } = listed;
  // A ledger of the version before knows no `requestId`, and lists every request.
  const records = listed.records.filter(
    ({ id, sessionId }) => requestId === '' || requestId === id || requestId === sessionId,
  );
  const idsOf = (of: (record: UsageRecord) => bigint): bigint[] => records.map(of).filter((id) => id !== 0n);
  const nameOf = await names.of({
    users: idsOf(({ userId }) => userId),
    keys: idsOf(({ keyId }) => keyId),
    ...(scope === 'all' && { channels: idsOf(({ channelId }) => channelId) }),
  });
  const items = records.map((record) => usageView(record, nameOf, scope));
  return { items, total: Number(total), isExact: totalExact, hasMore };
}

async function readEntries(
  { ledger, names }: Context,
  asked: Asked,
  owner: Owner,
  kind: Kind,
): Promise<LogPage> {
  if (asked.requestId !== '' || asked.model !== '' || asked.group !== '' || asked.channelId !== undefined) {
    refuseRecords('Records of this type have no request, model, group or channel.');
  }
  const { userIds, keyIds } = owner;
  const { fromMs, untilMs } = asked;
  const { records, total, totalExact, hasMore } = await call(ledger, ledger.listEntries, {
    kind,
    purses: keyIds.length > 0 ? keyIds.map(keyPurse) : userIds.map(userPurse),
    fromMs,
    untilMs,
    beforeId: asked.cursor,
    offset: offsetOf(asked),
    limit: asked.pageSize,
  });
  const idsOf = (of: (record: EntryRecord) => bigint): bigint[] => records.map(of).filter((id) => id !== 0n);
  const nameOf = await names.of({
    users: idsOf((record) => ownerOf(record).userId),
    keys: idsOf((record) => ownerOf(record).keyId),
  });
  const type = kind === Kind.REFUND ? logTypes.refund : logTypes.topUp;
  const items = records.map((record) => entryView(record, type, nameOf));
  return { items, total: Number(total), isExact: totalExact, hasMore };
}
