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
  const days = newestDays(filter, { beforeId, few });
  const hours = newestHours(filter, { beforeId, few });
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
    `with recursive days (bucket, requests, so_far) as (${days.text}), hours as materialized (${hours.text}),
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

interface Wanted {
  beforeId: string;
  few: number;
}

/**
 * The newest days that together have as many requests as are needed, one after the other: years of days that are not
 * needed are not read.
 */
function newestDays(filter: UsageFilter, { beforeId, few }: Wanted): Sql {
  const end = endOf(filter, beforeId);
  const ofAll = `from statistic where span = 'day' and user_id = 0`;
  const newest = sql(`(select least(max(bucket), ?) ${ofAll})`, end === undefined ? null : startOfDay(end));
  const oldest = sql(`(select greatest(min(bucket), ?) ${ofAll})`, startOfDay(filter.fromMs / 1_000n));
  const fits = all([sql(`span = 'day' and bucket = next.bucket`), ofCombination(filter)]);
  const full = isFull(end, daySeconds);
  const step = (next: Sql): Sql =>
    sql(
      `select next.bucket, counts.requests, next.so_far + case when ${full.text} then counts.requests else 0 end
       from (${next.text}) as next,
         lateral (select coalesce(sum(${countOf(filter)}), 0) as requests from statistic where ${fits.text}) as counts
       where next.bucket >= ${oldest.text}`,
      ...full.bindings,
      ...next.bindings,
      ...fits.bindings,
      ...oldest.bindings,
    );
  const first = step(sql(`select ${newest.text} as bucket, 0::numeric as so_far`, ...newest.bindings));
  const further = step(
    sql(`select bucket - ${daySeconds} as bucket, so_far from days where so_far < ${few}`),
  );
  return sql(`${first.text} union all ${further.text}`, ...first.bindings, ...further.bindings);
}

/** Of those days, the hours. */
function newestHours(filter: UsageFilter, { beforeId, few }: Wanted): Sql {
  const end = endOf(filter, beforeId);
  const full = isFull(end, hourSeconds);
  const fits = all([
    sql(`span = 'hour' and bucket >= day and bucket < day + ${daySeconds}`),
    ofCombination(filter),
    end === undefined ? undefined : sql('bucket <= ?', end),
    sql('bucket > ?', filter.fromMs / 1_000n - BigInt(hourSeconds)),
  ]);
  return sql(
    `select bucket from (
       select bucket, sum(own) over (order by bucket desc) as so_far, own
       from (
         select bucket, sum(counted) as requests, case when ${full.text} then sum(counted) else 0 end as own
         from (select bucket as day from days where requests > 0) as days,
           lateral (select bucket, ${countOf(filter)} as counted from statistic where ${fits.text} offset 0) as next
         group by bucket) as summed
       where requests > 0) as running
     where so_far - own < ${few}`,
    ...full.bindings,
    ...fits.bindings,
  );
}

/** The second before which everything lies; undefined: there is none. */
function endOf({ untilMs }: UsageFilter, beforeId: string): bigint | undefined {
  const until = untilMs > 0n ? untilMs / 1_000n : undefined;
  const before = beforeId === '' ? undefined : secondsOf(beforeId);
  if (until === undefined || before === undefined) return until ?? before;
  return until < before ? until : before;
}

/** The first 48 bits of a UUIDv7 are Unix milliseconds. */
function secondsOf(id: string): bigint {
  return BigInt(`0x${id.replaceAll('-', '').slice(0, 12)}`) / 1_000n;
}

function startOfDay(seconds: bigint): bigint {
  return seconds - (seconds % BigInt(daySeconds));
}

/** Whether a bucket counts: one that the end cuts may have nothing left. */
function isFull(end: bigint | undefined, seconds: number): Sql {
  return end === undefined ? sql('true') : sql(`next.bucket + ${seconds} <= ?`, end);
}

function countOf({ outcome }: UsageFilter): string {
  const counts = { [Outcome.SERVED]: 'requests - failures', [Outcome.FAILED]: 'failures' };
  return counts[outcome as keyof typeof counts] ?? 'requests';
}
