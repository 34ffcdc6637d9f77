import { statisticsDifferences } from '../statistics/statistics-differences.ts';
import type { Comparison } from './comparison.ts';

/** What purses were granted and used, and what they hold, which slices and holds say. */
const purses: Comparison = {
  name: 'purses',
  count: 'select count(*) from purse',
  find: `
    with booked as (
      select id, coalesce(sum(amount) filter (where kind = 'granted'), 0) as granted,
        coalesce(sum(amount) filter (where kind = 'used'), 0) as used
      from tally where kind in ('granted', 'used') group by id),
    holding as (
      select on_path.id, sum(units) as held
      from (
        select path, granted - returned - consumed as units from slice
        union all select path, amount from hold where state = 'held') as holder, unnest(path) as on_path (id)
      group by on_path.id),
    both_sides as (
      select coalesce(purse.id, booked.id) as id, purse.id is null as is_missing, purse.granted, purse.used, purse.held,
        coalesce(booked.granted, 0) as booked_granted, coalesce(booked.used, 0) as booked_used,
        coalesce(holding.held, 0) as holding
      from purse full join booked on booked.id = purse.id left join holding on holding.id = purse.id)
    select id, problem from both_sides, lateral (values
      (is_missing, 'has entries and is no purse'),
      (granted <> booked_granted, format('was granted %s, its entries say %s', granted, booked_granted)),
      (used <> booked_used, format('used %s, its entries say %s', used, booked_used)),
      (held <> holding, format('holds %s, its slices and holds say %s', held, holding))) as rule (is_broken, problem)
    where is_broken`,
};

/** No limited purse holds and used more than it was granted, but for overruns, late closes and lowered grants. */
const limits: Comparison = {
  name: 'limits',
  count: 'select count(*) from purse where not unlimited',
  find: `
    select purse.id, format('was granted %s, used %s and holds %s, of which %s are excused', granted, used, held,
      coalesce(excused.amount, 0)) as problem
    from purse left join (
      select id, sum(amount) as amount from tally where kind = 'excused' group by id) as excused on excused.id = purse.id
    where not unlimited and used + held > granted + coalesce(excused.amount, 0)`,
};

const grantSources: Comparison = {
  name: 'grant sources',
  count: 'select count(*) from grant_source',
  find: `
    select coalesce(purse, booked.id) as id, format('%s granted %s, its entries say %s', coalesce(source, detail),
      coalesce(total, 0), coalesce(amount, 0)) as problem
    from grant_source full join (
      select id, detail, sum(amount) as amount from tally where kind = 'source' group by id, detail) as booked
      on booked.id = purse and detail = source
    where coalesce(total, 0) <> coalesce(amount, 0)`,
};

/** What was given back of a request, against what it was billed. */
const refunds: Comparison = {
  name: 'refunds',
  count: `select count(distinct id) from tally where kind = 'refunded'`,
  find: `
    with refunded as (select id, sum(amount) as units from tally where kind = 'refunded' group by id)
    select refunded.id, format('was refunded %s, and billed %s', units, coalesce(billed.amount::text, 'nothing')) as problem
    from refunded left join entry as billed
      on billed.id = refunded.id::uuid and billed.kind in ('settle', 'interrupted')
    where billed.id is null or units > billed.amount`,
};

/**
 * What slices consumed, against the closes of their run and path, those that were given up included; the usage of an old run
 * may be gone in part.
 */
const slices: Comparison = {
  name: 'slices',
  count: 'select count(*) from slice',
  find: `
    with closed as (
      select run, path_id, sum(units) as units
      from (
        select id::uuid as run, detail::uuid as path_id, amount as units from tally where kind = 'consumed'
        union all select run, path_id, units from given_up) as said
      group by run, path_id)
    select run::text as id, format('consumed %s and %s without backing on %s, its closes say %s', consumed, unbacked,
      array_to_string(path, ' '), coalesce(units, 0)) as problem
    from slice join run on run.id = slice.run left join closed using (run, path_id), usage_kept
    where consumed::numeric + unbacked < coalesce(units, 0)
      or consumed::numeric + unbacked > coalesce(units, 0) and run.made_at > usage_kept.since + interval '1 day'`,
};

/** Whose close ended it has an entry, or was parked and given up. */
const holds: Comparison = {
  name: 'holds',
  count: 'select count(*) from hold',
  find: `
    select hold.id::text as id, format('was closed by %s, which has no entry', closed_by) as problem
    from hold left join entry on entry.id = closed_by
    where state = 'closed' and entry.id is null and not exists (
      select from parked join parked_act on parked_act.parked = parked.seq
      where parked.id = closed_by and parked_act.kind = 'dropped')`,
};

/** Sums by hour and day, as far as requests were added to them, against the usage log and the refunds. */
const statistics: Comparison = {
  name: 'statistics',
  count: 'select count(*) from statistic',
  find: `
    select format('user %s, key %s, %s, the %s of %s', user_id, key_id, model, span,
      to_char(to_timestamp(bucket) at time zone 'UTC', 'YYYY-MM-DD HH24:MI')) as id,
      format('%s: %s requests for %s, of which %s were given back', which, requests, amount, refunded) as problem
    from (${statisticsDifferences}) as different`,
};

/** Everything that is kept beside the entries. Each is compared with the tally of their replay. */
export const comparisons: readonly Comparison[] = [
  purses,
  limits,
  grantSources,
  refunds,
  slices,
  holds,
  statistics,
];
