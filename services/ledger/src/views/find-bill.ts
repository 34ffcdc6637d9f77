import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type {
  BilledRequest,
  BillPart,
  BillRefund,
  ExplainBillResponse,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type MeteredRow, readMetered } from '../book/metered.ts';
import type { tokenClasses } from '../pricing/price.ts';

/** The entry that closed a request. */
export interface BilledEntry {
  kind: string;
  amount: bigint;
  overrun: bigint;
  late: boolean;
  path: string[];
  priceVersion: bigint | null;
  bookedAtMs: bigint;
  /** The realtime session that it is a part of; empty for what is none. */
  partOf: string;
}

export async function findBilledEntry(database: Knex, id: string): Promise<BilledEntry | undefined> {
  const [entry] = await rowsOf<BilledEntry>(
    database,
    `select kind, amount, overrun, late, path, price_version as "priceVersion", ${millis('booked_at')} as "bookedAtMs",
       coalesce(ref, '') as "partOf"
     from entry where id = ? and kind in ('settle', 'interrupted')`,
    [id],
  );
  return entry;
}

/** A response may be billed every second for as long as a session lasts. */
const mostParts = 1_000;

/** What is billed within a realtime session, with bills of its own: the oldest, and how much all are. */
export async function findParts(
  database: Knex,
  id: string,
): Promise<Pick<ExplainBillResponse, 'parts' | 'partCount' | 'partUnits'>> {
  const rows = await rowsOf<BillPart & { count: bigint; sum: bigint }>(
    database,
    `select id as "requestId", amount as units, ${millis('booked_at')} as "bookedAtMs",
       count(*) over () as count, (sum(amount) over ())::bigint as sum
     from entry where ref = ? and kind in ('settle', 'interrupted') order by booked_at, id limit ?`,
    [id, mostParts],
  );
  const [first] = rows;
  const parts = rows.map(({ count: _count, sum: _sum, ...part }) => part);
  return { parts, partCount: first?.count ?? 0n, partUnits: first?.sum ?? 0n };
}

export function findRefunds(database: Knex, requestId: string): Promise<BillRefund[]> {
  return rowsOf<BillRefund>(
    database,
    `select id, -amount as units, ${millis('booked_at')} as "bookedAtMs"
     from entry where kind = 'refund' and ref = ? order by booked_at, id`,
    [requestId],
  );
}

type TokenCounts = Pick<Usage, (typeof tokenClasses)[number] | 'calls'>;

/** A request as the usage log has it; undefined once its month was dropped. */
export async function findBilledRequest(
  database: Knex,
  id: string,
): Promise<{ request: BilledRequest; usage: Usage } | undefined> {
  const [row] = await rowsOf<BilledRequest & TokenCounts & { metered: MeteredRow[] | null }>(
    database,
    `select key_id as "keyId", user_id as "userId", channel_id as "channelId", model, price_model as "priceModel",
       group_name as "group", usage_source as "usageSource", ending, status, stream, attempts, reserved, consumed,
       ${millis('started_at')} as "startedAtMs", duration_ms as "durationMs", catalog_version as "catalogVersion",
       input_fresh as "inputFresh", input_cache_read as "inputCacheRead", input_cache_write as "inputCacheWrite",
       input_cache_write_1h as "inputCacheWrite1h", input_audio as "inputAudio", input_image as "inputImage",
       output_visible as "outputVisible", output_reasoning as "outputReasoning", output_audio as "outputAudio",
       calls, metered
     from usage where id = ?`,
    [id],
  );
  if (!row) return undefined;
  const { calls, metered, ...rest } = row;
  return { request: rest, usage: { ...rest, calls, metered: readMetered(metered) } };
}

function millis(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::bigint`;
}
