import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** Removes notices that everybody who wants them has fetched long ago. Returns how many. */
export async function forgetNotices(knex: Knex): Promise<number> {
  const gone = await rowsOf(
    knex,
    `delete from notice where at < now() - interval '30 days' returning seq`,
    [],
  );
  return gone.length;
}
