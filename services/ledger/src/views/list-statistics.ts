import type { ModelStatistic, UsageFilter } from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import type { Knex } from 'knex';
import { rowsOf } from '../book/rows.ts';
import { all, type Sql, sql } from './conditions.ts';
import { ofCombination, tokens } from './sum-usage.ts';

const hour = 3_600n;
const day = 24n * hour;
/** A month by the hour would be tens of thousands of rows, and no chart has as many points. */
const longestByHour = 8n * day;

/** Sums by model and hour, or by day where the time is long: every one that the time touches. */
export function listStatistics(database: Knex, filter: UsageFilter): Promise<ModelStatistic[]> {
  const { text, bindings } = statisticsStatement(filter);
  return rowsOf<ModelStatistic>(database, text, bindings);
}

export function statisticsStatement(filter: UsageFilter): Sql {
  const [from, until] = [filter.fromMs / 1_000n, filter.untilMs / 1_000n];
  const [span, seconds] = until - from > longestByHour ? ['day', day] : ['hour', hour];
  const { text, bindings } = all([
    sql('span = ? and bucket > ? and bucket < ?', span, from - seconds, until),
    ofCombination(filter),
  ]);
  return sql(
    `select bucket as "startedAt", model, sum(requests)::bigint as requests, sum(failures)::bigint as failures,
       sum(${tokens})::bigint as tokens, sum(amount)::bigint as amount, sum(refunded)::bigint as refunded
     from statistic where ${text} group by bucket, model order by bucket, model`,
    ...bindings,
  );
}
