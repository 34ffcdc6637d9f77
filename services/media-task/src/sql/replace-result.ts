import type { Knex } from 'knex';
import type { Result } from '../task/task.ts';
import { rowsOf } from './rows.ts';
import { storableJson } from './storable-json.ts';

/** Keeps newer addresses of what a task has made. What it was billed stays as it is. */
export async function replaceResult(knex: Knex, id: string, result: Result): Promise<void> {
  await rowsOf(knex, "update task set result = ?::jsonb where id = ? and state = 'succeeded'", [
    storableJson(result),
    id,
  ]);
}
