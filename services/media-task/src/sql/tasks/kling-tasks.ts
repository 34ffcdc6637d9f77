import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Task } from '../../task/task.ts';
import { isStorable } from '../is-storable.ts';
import { type TaskRow, toTask } from './task-row.ts';

export interface KlingOwner {
  userId: bigint;
  /** Tasks are known below the path that made them alone. */
  action: string;
}

/** A user's own task of one kind, by our id or by the user's: the newest where that was used again. */
export async function findKlingTask(
  knex: Knex,
  { userId, action }: KlingOwner,
  id: string,
): Promise<Task | undefined> {
  if (!isStorable(id)) return undefined;
  const [row] = await rowsOf<TaskRow>(
    knex,
    `select * from task
     where user_id = ? and surface = 'kling' and action = ? and deleted_at is null
       and (id = ? or external_id = ? and not is_refused)
     order by (id = ?) desc, seq desc limit 1`,
    [userId, action, id, id, id],
  );
  return row && toTask(row);
}

/** A page of a user's tasks of one kind, newest first. */
export async function listKlingTasks(
  knex: Knex,
  { userId, action }: KlingOwner,
  { page, size }: { page: number; size: number },
): Promise<Task[]> {
  const rows = await rowsOf<TaskRow>(
    knex,
    `select * from task
     where user_id = ? and surface = 'kling' and action = ? and deleted_at is null and not is_refused
     order by seq desc limit ? offset ?`,
    [userId, action, size, (page - 1) * size],
  );
  return rows.map(toTask);
}
