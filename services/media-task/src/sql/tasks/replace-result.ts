import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Result } from '../../task/task.ts';
import { storableJson } from '../storable-json.ts';

/**
 * Keeps newer addresses of what a task has made; what the store has stays there, also what came to it since the task was
 * read. What was billed stays as it is.
 */
export async function replaceResult(knex: Knex, id: string, { media, ...others }: Result): Promise<void> {
  await rowsOf(
    knex,
    `update task set result = ?::jsonb || jsonb_build_object('media', (
       select coalesce(jsonb_agg(case when known.one -> 'key' is null then newer.one else known.one end order by place), '[]')
       from jsonb_array_elements(?::jsonb) with ordinality as newer (one, place)
       left join jsonb_array_elements(task.result -> 'media') with ordinality as known (one, place) using (place)
     ))
     where id = ? and state = 'succeeded'`,
    [storableJson(others), storableJson(media), id],
  );
}
