import {
  UsageFilter_Outcome as Outcome,
  type UsageFilter,
} from '@headgate/proto/gen/headgate/ledger/v1/ledger';
import { all, ofOwner, ofRequest, type Sql, sql } from './conditions.ts';
import { ofCombination } from './sum-usage.ts';

const daySeconds = 86_400;
const hourSeconds = 3_600;

/** The newest ids of requests that fit a condition. */
export function newestIds(condition: Sql, few: number): Sql {
  return sql(
    `select id from usage where ${condition.text} order by id desc limit ${few}`,
    ...condition.bindings,
  );
}

/**
 * The same where no index leads to them: a rare model of a busy user, say. The statistics know in which hours there are
 * how many, found by way of the days; only those hours are read, and of the newest no more than are needed.
 */
export function idsByHours(
  filter: UsageFilter,
  { beforeId, few, wanted }: { beforeId: string; few: number; wanted: Sql },
): Sql {
  const days = newestBuckets(filter, { span: 'day', seconds: daySeconds, beforeId, few, within: undefined });
  const hours = newestBuckets(filter, { span: 'hour', seconds: hourSeconds, beforeId, few, within: 'days' });
  const newest = all([ofOwner(filter), ofRequest(filter)]);
  const ids = newestIds(
    all([
      ofOwner(filter),
      wanted,
      sql(`id >= first_id_at(bucket) and id < first_id_at(bucket + ${hourSeconds})`),
    ]),
    few,
  );
  return sql(
    `with days as materialized (${days.text}), hours as materialized (${hours.text}),
     newest as materialized (
       select distinct id_seconds(id) - id_seconds(id) % ${hourSeconds} as bucket
       from (select * from usage where batch_no > (select batch_no from statistic_position) offset 0) as added
       where ${newest.text})
     select own.id from (select bucket from hours union select bucket from newest) as buckets, lateral (${ids.text}) as own`,
    ...days.bindings,
    ...hours.bindings,
    ...newest.bindings,
    ...ids.bindings,
  );
}

/** The newest buckets that together have as many requests as are needed; the one that a cursor cuts may have none left. */
function newestBuckets(
  filter: UsageFilter,
  of: { span: string; seconds: number; beforeId: string; few: number; within: 'days' | undefined },
): Sql {
  const { span, seconds, beforeId, few, within } = of;
  const cut = beforeId === '' ? undefined : sql(`bucket <= id_seconds(?)`, beforeId);
  const counted = beforeId === '' ? undefined : sql(`bucket + ${seconds} <= id_seconds(?)`, beforeId);
  const from = filter.fromMs > 0n ? sql(`bucket > ?`, filter.fromMs / 1_000n - BigInt(seconds)) : undefined;
  const until = filter.untilMs > 0n ? sql('bucket * 1000 < ?', filter.untilMs) : undefined;
  const whole = filter.untilMs > 0n ? sql(`(bucket + ${seconds}) * 1000 <= ?`, filter.untilMs) : undefined;
  const fits = all([sql('span = ?', span), ofCombination(filter), cut, from, until]);
  const full = all([counted, whole]);
  const requests = { [Outcome.SERVED]: 'requests - failures', [Outcome.FAILED]: 'failures' };
  const count = requests[filter.outcome as keyof typeof requests] ?? 'requests';
  const rows = `select bucket, ${count} as counted from statistic where ${fits.text}`;
  const ofDays = `(select bucket as day from days) as days,
    lateral (${rows} and bucket >= day and bucket < day + ${daySeconds} offset 0)`;
  const source = within ? ofDays : `(${rows})`;
  return sql(
    `select bucket from (
       select bucket, sum(case when ${full.text} then requests else 0 end) over (order by bucket desc) as so_far,
         case when ${full.text} then requests else 0 end as own
       from (select bucket, sum(counted) as requests from ${source} as counts group by bucket) as summed
       where requests > 0) as running
     where so_far - own < ${few}`,
    ...full.bindings,
    ...full.bindings,
    ...fits.bindings,
  );
}
