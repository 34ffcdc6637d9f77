import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** Longer than any message stays in the billing stream, so that nothing can still refer to such a run. */
const keptDays = 30;

/**
 * Removes slices and runs that were released long ago; entries and usage stay. Returns how many runs. Those that were reclaimed
 * stay, which are few: one that was stopped, or a journal that lay on its disk, may come back after any time, and is over.
 */
export async function forgetRuns(knex: Knex): Promise<number> {
  const rows = await rowsOf<{ id: string }>(
    knex,
    `with old as (select id, reclaimed from run where finished_at < now() - make_interval(days => ?)),
     slices as (delete from slice using old where slice.run = old.id)
     select id from old where not reclaimed`,
    [keptDays],
  );
  const ids = rows.map(({ id }) => id);
  await rowsOf(knex, 'delete from run where id = any (?::uuid[])', [ids]);
  return ids.length;
}
