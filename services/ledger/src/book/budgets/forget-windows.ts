import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** The longest window has 31 days; after as many again no message of the billing stream can still refer to it. */
const keptDays = 62;

/**
 * Removes slices of windows that are long over, which runs that live on would gather: one a day for each key. Purses and
 * entries stay. Returns how many slices.
 */
export async function forgetWindows(knex: Knex): Promise<number> {
  const rows = await rowsOf(
    knex,
    `delete from slice
     where granted = returned + consumed and exists (
       select from unnest(path) as on_path (id) join purse on purse.id = on_path.id
       where on_path.id like 'budget:%' and purse.opened_at < now() - make_interval(days => ?))
     returning path_id`,
    [keptDays],
  );
  return rows.length;
}
