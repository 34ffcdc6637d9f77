import {
  GetStatisticsRequest_By as By,
  ModelStatistic,
  type UsageFilter,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { all, type Sql, sql } from './conditions.ts';
import { inputTokens, ofCombination, outputTokens } from './sum-usage.ts';

const hour = 3_600n;
const day = 24n * hour;
/** A month by the hour would be tens of thousands of rows, and no chart has as many points. */
const longestByHour = 8n * day;

/** The column that sums are by, and the member of their rows that holds it. */
const columns = {
  [By.UNSPECIFIED]: { column: 'model', member: 'model' },
  [By.MODEL]: { column: 'model', member: 'model' },
  [By.KEY]: { column: 'key_id', member: 'keyId' },
  [By.CHANNEL]: { column: 'channel_id', member: 'channelId' },
  [By.GROUP]: { column: 'group_name', member: 'group' },
} as const satisfies Record<By, { column: string; member: keyof ModelStatistic }>;

/** Sums by model, or whatever else, and hour, or by day where the time is long: every one that the time touches. */
export async function listStatistics(database: Knex, filter: UsageFilter, by: By): Promise<ModelStatistic[]> {
  const { text, bindings } = statisticsStatement(filter, by);
  const rows = await rowsOf<Partial<ModelStatistic>>(database, text, bindings);
  return rows.map((row) => ModelStatistic.fromPartial(row));
}

export function statisticsStatement(filter: UsageFilter, by: By = By.MODEL): Sql {
  const [from, until] = [filter.fromMs / 1_000n, filter.untilMs / 1_000n];
  const [span, seconds] = until - from > longestByHour ? ['day', day] : ['hour', hour];
  const { column, member } = columns[by];
  const { text, bindings } = all([
    sql('span = ? and bucket > ? and bucket < ?', span, from - seconds, until),
    ofCombination(filter),
  ]);
  return sql(
    `select "startedAt", "${member}", requests, failures, "inputTokens", "outputTokens",
       "inputTokens" + "outputTokens" as tokens, amount, refunded, "durationMs", "firstByteMs"
     from (
       select bucket as "startedAt", ${column} as "${member}", sum(requests)::bigint as requests,
         sum(failures)::bigint as failures, sum(${inputTokens})::bigint as "inputTokens",
         sum(${outputTokens})::bigint as "outputTokens", sum(amount)::bigint as amount,
         sum(refunded)::bigint as refunded, sum(duration_ms)::bigint as "durationMs",
         sum(first_byte_ms)::bigint as "firstByteMs"
       from statistic where ${text} group by bucket, ${column}
     ) as sums order by "startedAt", "${member}"`,
    ...bindings,
  );
}
