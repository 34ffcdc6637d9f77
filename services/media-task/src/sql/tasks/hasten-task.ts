import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/**
 * Makes a task due now that is on its way and well, unless somebody looked at it less than so long ago. True where that
 * brought the next look forward. One that vendors asked to wait for, or that is in somebody's hands, stays as it is.
 */
export async function hastenTask(knex: Knex, id: string, atMostEveryMs: number): Promise<boolean> {
  const rows = await rowsOf(
    knex,
    `update task set due_at = now()
     where id = ? and state in ('queued', 'running') and trouble is null
       and due_at > now() and (lease_until is null or lease_until <= now())
       and looked_at <= now() - ? * interval '1 ms'
     returning id`,
    [id, atMostEveryMs],
  );
  return rows.length > 0;
}
