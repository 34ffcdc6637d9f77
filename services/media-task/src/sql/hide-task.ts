import type { Knex } from 'knex';
import { rowsOf } from './rows.ts';

/** Shows a task to nobody any more. */
export async function hideTask(knex: Knex, id: string): Promise<void> {
  await rowsOf(knex, 'update task set deleted_at = coalesce(deleted_at, now()) where id = ?', [id]);
}
