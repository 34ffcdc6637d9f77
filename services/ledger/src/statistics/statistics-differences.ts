import { countedColumns, refundColumns, statisticColumns, sumUp } from './sums.ts';

/** Of a month that was dropped there may be what came late: it says nothing of the rest of its hours. */
const isKept = 'id >= (select first_id from usage_kept)';

/** The statistics as the usage log and the refunds make them, as far as requests are added. */
const replayed = sumUp(`
  select ${countedColumns} from counted_usage
    where batch_no <= (select batch_no from statistic_position) and ${isKept}
  union all
  select ${refundColumns} from (select * from counted_usage where ${isKept}) as kept
    join (select ref::uuid as id, -amount as units from entry where kind = 'refund') as given using (id)`);

/** Partitions are dropped whole, and each has whole buckets: those from the oldest request's day on are all there. */
const isReplayable = `bucket >= (
  select coalesce(min(at - at % 86400), 9223372036854775807)
  from (select id_seconds(id) as at from usage where ${isKept} order by id limit 1) as oldest)`;

/** A query for rows that are kept and do not follow from the usage log and the refunds, and for those that do and are not. */
export const statisticsDifferences = `
  with kept as (select ${statisticColumns} from statistic where ${isReplayable}), due as (${replayed})
  select 'kept' as which, odd.* from (select * from kept except select * from due) as odd
  union all
  select 'due' as which, odd.* from (select * from due except select * from kept) as odd`;
