/** What is added up of every request. */
const names = [
  'requests',
  'failures',
  'streams',
  'input_fresh',
  'input_cache_read',
  'input_cache_write',
  'input_audio',
  'input_image',
  'output_visible',
  'output_reasoning',
  'output_audio',
  'duration_ms',
  'first_byte_ms',
  'amount',
  'refunded',
] as const;

const combination = 'model, channel_id, group_name';
const key = `span, user_id, bucket, key_id, ${combination}`;
const sums = names.map((name) => `sum(${name})::bigint as ${name}`).join(', ');

/** What one request adds at most, in quota units: the view `counted_usage` says the same. */
export const mostUnits = 1_000_000_000_000_000n;

/** The columns of a row of statistics. */
export const statisticColumns = `${key}, ${names.join(', ')}`;

/** The columns of one request, or of what is added to one later. */
export const countedColumns = `user_id, bucket, key_id, ${combination}, ${names.join(', ')}`;

/** What a refund adds: the request itself is added elsewhere, before or after. */
export const refundColumns = `user_id, bucket, key_id, ${combination},
  ${names.map((name) => `${name === 'refunded' ? `least(units, ${mostUnits})` : 0} as ${name}`).join(', ')}`;

/**
 * A query for rows of statistics, in the order in which all who write them lock them: of requests as the view
 * `counted_usage` has them, by hour and by day, for their user and for everybody.
 */
export function sumUp(counted: string): string {
  return `
    with hourly as materialized (
      select user_id, bucket, key_id, ${combination}, ${sums}
      from (${counted}) as counted group by user_id, bucket, key_id, ${combination}),
    spread as (
      select span, user_id * of_user as user_id, bucket - bucket % seconds as bucket, key_id * of_user as key_id,
        ${combination}, ${names.join(', ')}
      from hourly, (values ('hour', 3600), ('day', 86400)) as spans (span, seconds), (values (0), (1)) as scopes (of_user))
    select ${key}, ${sums} from spread group by ${key} order by ${key}`;
}

/** Adds rows of statistics to those that are kept. */
export function addUp(rows: string): string {
  const added = names.map((name) => `${name} = statistic.${name} + excluded.${name}`).join(', ');
  return `insert into statistic (${statisticColumns}) ${rows}
    on conflict (${key}) do update set ${added}`;
}
