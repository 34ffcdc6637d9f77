import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';

/** Shows a task to nobody any more. What the store has of it is removed by the next sweep, and nothing more is copied. */
export async function hideTask(knex: Knex, id: string): Promise<void> {
  await rowsOf(
    knex,
    `with hidden as (
       update task set deleted_at = coalesce(deleted_at, now()) where id = ? returning id, result
     ), not_archived as (
       delete from archive using hidden where archive.task_id = hidden.id
     )
     update file set drop_at = now() from hidden, jsonb_array_elements(hidden.result -> 'media') as media
     where file.key = media ->> 'key'`,
    [id],
  );
}
