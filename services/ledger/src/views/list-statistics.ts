import {
  GetStatisticsRequest_By as By,
  ModelStatistic,
  type UsageFilter,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { all, type Sql, sql } from './conditions.ts';
import { inputTokens, ofCombination, outputTokens, splitTime } from './sum-usage.ts';

const hour = 3_600n;
const day = 24n * hour;
const hourMs = hour * 1_000n;
/** A month by the hour would be tens of thousands of rows, and no chart has as many points. */
const longestByHourMs = 8n * 24n * hourMs;

/** The column that sums are by, and the member of their rows that holds it. */
const columns = {
  [By.UNSPECIFIED]: { column: 'model', member: 'model' },
  [By.MODEL]: { column: 'model', member: 'model' },
  [By.KEY]: { column: 'key_id', member: 'keyId' },
  [By.CHANNEL]: { column: 'channel_id', member: 'channelId' },
  [By.GROUP]: { column: 'group_name', member: 'group' },
} as const satisfies Record<By, { column: string; member: keyof ModelStatistic }>;

/**
 * Sums by model, or whatever else, and hour, or by day where the time is long: of every hour that the time touches, so that of
 * a day that it cuts only those hours are counted. Other time zones have their midnights within the days of UTC.
 */
export async function listStatistics(database: Knex, filter: UsageFilter, by: By): Promise<ModelStatistic[]> {
  const { text, bindings } = statisticsStatement(filter, by);
  const rows = await rowsOf<Partial<ModelStatistic>>(database, text, bindings);
  return rows.map((row) => ModelStatistic.fromPartial(row));
}

export function statisticsStatement(filter: UsageFilter, by: By = By.MODEL): Sql {
  const fromMs = (filter.fromMs / hourMs) * hourMs;
  const untilMs = ((filter.untilMs + hourMs - 1n) / hourMs) * hourMs;
  const isByDay = filter.untilMs - filter.fromMs > longestByHourMs;
  const seconds = isByDay ? day : hour;
  const parts = isByDay
    ? splitTime({ fromMs, untilMs }).statistics
    : [{ span: 'hour', from: fromMs / 1_000n, until: untilMs / 1_000n }];
  const pieces = parts.map(({ span, from, until }) => {
    const { text, bindings } = all([
      sql('span = ? and bucket >= ? and bucket < ?', span, from, until),
      ofCombination(filter),
    ]);
    return sql(`select * from statistic where ${text}`, ...bindings);
  });
  const { column, member } = columns[by];
  return sql(
    `select "startedAt", "${member}", requests, failures, "inputTokens", "outputTokens",
       "inputTokens" + "outputTokens" as tokens, amount, refunded, "durationMs", "firstByteMs"
     from (
       select bucket - bucket % ${seconds} as "startedAt", ${column} as "${member}", sum(requests)::bigint as requests,
         sum(failures)::bigint as failures, sum(${inputTokens})::bigint as "inputTokens",
         sum(${outputTokens})::bigint as "outputTokens", sum(amount)::bigint as amount,
         sum(refunded)::bigint as refunded, sum(duration_ms)::bigint as "durationMs",
         sum(first_byte_ms)::bigint as "firstByteMs"
       from (${pieces.map(({ text }) => text).join(' union all ')}) as touched group by "startedAt", ${column}
     ) as sums order by "startedAt", "${member}"`,
    ...pieces.flatMap(({ bindings }) => bindings),
  );
}
