import {
  GetStatisticsRequest_By as By,
  ModelStatistic,
  GetStatisticsRequest_Order as Order,
  type UsageFilter,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { all, type Sql, sql } from './conditions.ts';
import { inputTokens, ofCombination, outputTokens, splitTime } from './sum-usage.ts';

/** What sums are by, and which of them are told apart. */
export interface Shape {
  by: By;
  /** One row for the whole time, in place of one for each hour or day. */
  total?: boolean;
  /** How many have rows of their own; all others are one together. 0: all. */
  top?: number;
  /** What those have the most of. */
  order?: Order;
}

const hour = 3_600n;
const day = 24n * hour;
const hourMs = hour * 1_000n;
/** A month by the hour would be tens of thousands of rows, and no chart has as many points. */
const longestByHourMs = 8n * 24n * hourMs;

/** Each is 700 bytes of the heap while it is read. */
export const mostSums = 200_000;

/** The column that sums are by, and the member of their rows that holds it. */
const columns = {
  [By.UNSPECIFIED]: { column: 'model', member: 'model' },
  [By.MODEL]: { column: 'model', member: 'model' },
  [By.KEY]: { column: 'key_id', member: 'keyId' },
  [By.CHANNEL]: { column: 'channel_id', member: 'channelId' },
  [By.GROUP]: { column: 'group_name', member: 'group' },
} as const satisfies Record<By, { column: string; member: keyof ModelStatistic }>;

const amount = 'sum(amount - refunded)';
const orders: Record<Order, string> = {
  [Order.UNSPECIFIED]: amount,
  [Order.AMOUNT]: amount,
  [Order.REQUESTS]: 'sum(requests)',
  [Order.TOKENS]: `sum(${inputTokens} + ${outputTokens})`,
  [Order.FAILURES]: 'sum(failures)',
};

/**
 * Sums by model, or whatever else, and hour, or by day where the time is long: of every hour that the time touches, so that of
 * a day that it cuts only those hours are counted. Other time zones have their midnights within the days of UTC. Undefined:
 * these are more than `mostSums`.
 */
export async function listStatistics(
  database: Knex,
  filter: UsageFilter,
  shape: Shape,
): Promise<ModelStatistic[] | undefined> {
  const { text, bindings } = statisticsStatement(filter, shape);
  const rows = await rowsOf<Partial<ModelStatistic>>(database, text, bindings);
  return rows.length > mostSums ? undefined : rows.map((row) => ModelStatistic.fromPartial(row));
}

/** How many rows these sums can be at most, as far as their shape says it. */
export function mostRowsOf(filter: UsageFilter, { total = false, top = 0 }: Shape): number {
  if (top === 0) return Number.POSITIVE_INFINITY;
  const spanMs = isLong(filter) ? day * 1_000n : hourMs;
  // The first and the last may be cut.
  const spans = total ? 1 : Number((filter.untilMs - filter.fromMs) / spanMs) + 2;
  return (top + 1) * spans;
}

/** Whether these sums are made of no more rows than so many: whose owner has few of a time, asks for few. */
export async function areMadeOfFew(
  database: Knex,
  filter: UsageFilter,
  { total = false }: Shape,
  most: number,
): Promise<boolean> {
  const touched = touchedRows(filter, isLong(filter) || total);
  const text = `select count(*)::int as rows from (select from (${touched.text}) as touched limit ${most + 1}) as first`;
  const [found] = await rowsOf<{ rows: number }>(database, text, touched.bindings);
  return found !== undefined && found.rows <= most;
}

function isLong({ fromMs, untilMs }: Pick<UsageFilter, 'fromMs' | 'untilMs'>): boolean {
  return untilMs - fromMs > longestByHourMs;
}

export function statisticsStatement(filter: UsageFilter, shape: Shape = { by: By.MODEL }): Sql {
  const { by, total = false, top = 0, order = Order.AMOUNT } = shape;
  const isByDay = isLong(filter);
  const seconds = isByDay ? day : hour;
  const { column, member } = columns[by];
  const touched = touchedRows(filter, isByDay || total);
  const most = `${orders[order]} desc, sum(requests) desc, ${column}`;
  const kept = sql(
    `select ${column} from (${touched.text}) as touched group by ${column} order by ${most} limit ${top}`,
    ...touched.bindings,
  );
  const named = top > 0 ? `case when ${column} in (select ${column} from kept) then ${column} end` : column;
  return sql(
    `${top > 0 ? `with kept as materialized (${kept.text})` : ''}
     select "startedAt", "${member}", "${member}" is null as other, requests, failures, "inputTokens", "outputTokens",
       "inputTokens" + "outputTokens" as tokens, amount, refunded, "durationMs", "firstByteMs"
     from (
       select ${total ? '0::bigint' : `bucket - bucket % ${seconds}`} as "startedAt", ${named} as "${member}",
         sum(requests)::bigint as requests, sum(failures)::bigint as failures,
         sum(${inputTokens})::bigint as "inputTokens", sum(${outputTokens})::bigint as "outputTokens",
         sum(amount)::bigint as amount, sum(refunded)::bigint as refunded, sum(duration_ms)::bigint as "durationMs",
         sum(first_byte_ms)::bigint as "firstByteMs"
       from (${touched.text}) as touched group by 1, 2
     ) as sums order by "startedAt", "${member}" limit ${mostSums + 1}`,
    ...(top > 0 ? kept.bindings : []),
    ...touched.bindings,
  );
}

/** The rows of statistics of every hour that a time touches, of whole days where there are any and days will do. */
function touchedRows(filter: UsageFilter, byDays: boolean): Sql {
  const time = {
    fromMs: (filter.fromMs / hourMs) * hourMs,
    untilMs: ((filter.untilMs + hourMs - 1n) / hourMs) * hourMs,
  };
  const parts = byDays
    ? splitTime(time).statistics
    : [{ span: 'hour', from: time.fromMs / 1_000n, until: time.untilMs / 1_000n }];
  const pieces = parts.map(({ span, from, until }) => {
    const { text, bindings } = all([
      sql('span = ? and bucket >= ? and bucket < ?', span, from, until),
      ofCombination(filter),
    ]);
    return sql(`select * from statistic where ${text}`, ...bindings);
  });
  return sql(
    pieces.map(({ text }) => text).join(' union all '),
    ...pieces.flatMap(({ bindings }) => bindings),
  );
}
