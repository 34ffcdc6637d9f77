import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** How many tasks of a user are open; no more than `most` are counted. */
export async function countOpenTasks(knex: Knex, userId: bigint, most: number): Promise<number> {
  const [row] = await rowsOf<{ count: bigint }>(
    knex,
    `select count(*) from (
       select 1 from task where user_id = ? and state not in ('succeeded', 'failed') limit ?
     ) as open`,
    [userId, most],
  );
  return Number(row?.count ?? 0n);
}
