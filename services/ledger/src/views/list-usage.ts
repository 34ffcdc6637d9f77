import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import {
  UsageFilter_Outcome as Outcome,
  type UsageFilter,
  UsageRecord,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type MeteredRow, readMetered } from '../book/metered.ts';
import { all, madeWithin, ofOwner, ofRequest, perOwner, type Sql, sql } from './conditions.ts';
import { idsByHours, newestIds } from './ids-by-hours.ts';

export interface Page {
  /** Empty: from the newest on. */
  beforeId: string;
  offset: number;
  limit: number;
}

const columns = `
  usage.id, user_id as "userId", key_id as "keyId", channel_id as "channelId", model, price_model as "priceModel",
  group_name as "group", amount, usage_source as "usageSource", ending, status, stream, attempts,
  price_version as "priceVersion", catalog_version as "catalogVersion", duration_ms as "durationMs",
  first_byte_ms as "firstByteMs", input_fresh as "inputFresh", input_cache_read as "inputCacheRead",
  input_cache_write as "inputCacheWrite", input_cache_write_1h as "inputCacheWrite1h", metered, input_audio as "inputAudio", input_image as "inputImage",
  output_visible as "outputVisible", output_reasoning as "outputReasoning", output_audio as "outputAudio", calls,
  coalesce((select ref from entry where entry.id = usage.id), '') as "sessionId"`;

type Row = Omit<UsageRecord, 'usage'> & Omit<Usage, 'metered'> & { metered: MeteredRow[] | null };

/**
 * Requests that fit a filter, newest first, and one more than asked for where older ones follow. Ids are found first, by
 * an index alone, so that what is left out is never read.
 */
export async function listUsage(database: Knex, filter: UsageFilter, page: Page): Promise<UsageRecord[]> {
  return readRecords(database, pageStatement(filter, page));
}

/**
 * The same of one request, and where it is a realtime session, of what was billed within it; and how many these are.
 */
export async function listRequest(
  database: Knex,
  filter: UsageFilter,
  { requestId, ...page }: Page & { requestId: string },
): Promise<{ records: UsageRecord[]; total: bigint }> {
  const fitting = all([
    // An array, which is looked up id by id: joined, they had PostgreSQL read the log from its end to where they are.
    sql(
      `id = any (array(
         select ?::uuid union all select id from entry where ref = ? and kind in ('settle', 'interrupted')))`,
      requestId,
      requestId,
    ),
    madeWithin(filter.fromMs, filter.untilMs),
    ofOwner(filter),
    ofRequest(filter),
  ]);
  const ids = newestIds(all([fitting, before(page)]), fewOf(page));
  const [records, counted] = await Promise.all([
    readRecords(database, recordsOf(ids, page)),
    rowsOf<{ total: bigint }>(
      database,
      `select count(*) as total from usage where ${fitting.text}`,
      fitting.bindings,
    ),
  ]);
  return { records, total: counted[0]?.total ?? 0n };
}

async function readRecords(database: Knex, { text, bindings }: Sql): Promise<UsageRecord[]> {
  const rows = await rowsOf<Row>(database, text, bindings);
  return rows.map((row) => {
    const usage = Usage.fromPartial({ ...row, metered: readMetered(row.metered) });
    return UsageRecord.fromPartial({ ...row, usage });
  });
}

export function pageStatement(filter: UsageFilter, page: Page): Sql {
  const few = fewOf(page);
  const wanted = all([madeWithin(filter.fromMs, filter.untilMs), before(page), ofRequest(filter)]);
  const ids = isIndexed(filter)
    ? perOwner(filter, (owner) => newestIds(all([owner, wanted]), few))
    : idsByHours(filter, { beforeId: page.beforeId, few, wanted });
  return recordsOf(ids, page);
}

/** As many as must be found for a page, and for what is left out before it. */
function fewOf({ offset, limit }: Page): number {
  return offset + limit + 1;
}

function before({ beforeId }: Page): Sql | undefined {
  return beforeId === '' ? undefined : sql('id < ?', beforeId);
}

function recordsOf(ids: Sql, { offset, limit }: Page): Sql {
  return sql(
    `select ${columns} from usage
     join (select id from (${ids.text}) as found order by id desc limit ${limit + 1} offset ${offset}) as page using (id)
     order by id desc`,
    ...ids.bindings,
  );
}

/** Whether one index leads to nothing but what is meant. Almost every request was served: that needs none. */
function isIndexed({ userIds, keyIds, model, group, channelId, outcome }: UsageFilter): boolean {
  if (group !== '') return false;
  const isFailed = outcome === Outcome.FAILED;
  const conditions = [userIds.length > 0, model !== '', channelId !== undefined, isFailed].filter(Boolean);
  const isFailedOfUser = conditions.length === 2 && isFailed && userIds.length > 0 && keyIds.length === 0;
  return conditions.length < 2 || isFailedOfUser;
}
