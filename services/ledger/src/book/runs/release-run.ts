import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { lockPurses } from '../purses/purse.ts';

/**
 * Gives back to the purses all that a run still holds, and marks the run. The run must be locked whole, so
 * that no draw adds a slice meanwhile. Returns the units released, summed over its slices.
 */
export async function releaseRun(
  transaction: Knex,
  run: string,
  { isReclaimed }: { isReclaimed: boolean },
): Promise<bigint> {
  const purses = await rowsOf<{ id: string }>(
    transaction,
    `select distinct id from slice, unnest(path) as on_path (id)
     where run = ? and granted - returned - consumed > 0`,
    [run],
  );
  await lockPurses(
    transaction,
    purses.map(({ id }) => id),
  );
  const [released] = await rowsOf<{ units: bigint }>(
    transaction,
    `with freed as (
       select path_id, path, granted - returned - consumed as units from slice
       where run = ?::uuid and granted - returned - consumed > 0),
     freed_slice as (
       update slice set returned = slice.returned + freed.units from freed
       where slice.run = ?::uuid and slice.path_id = freed.path_id),
     freed_purse as (
       update purse set held = held - sums.units
       from (select id, sum(units)::bigint as units from freed, unnest(path) as on_path (id) group by id) as sums
       where purse.id = sums.id),
     total as (select coalesce(sum(units), 0)::bigint as units from freed)
     update run set finished_at = now(), reclaimed = ?, released = total.units from total
     where run.id = ?::uuid returning total.units`,
    [run, run, isReclaimed, run],
  );
  return released?.units ?? 0n;
}
