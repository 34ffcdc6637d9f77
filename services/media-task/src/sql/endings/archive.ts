import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Media, Task } from '../../task/task.ts';
import { type TaskRow, toTask } from '../tasks/task-row.ts';

export interface DueArchive {
  task: Task;
  /** This one included. */
  tries: number;
}

/** Takes a result that is to be copied, of no channel that is left out; nobody else does before the lease runs out. */
export async function claimArchive(
  knex: Knex,
  leaseMs: number,
  leftOut: readonly bigint[] = [],
): Promise<DueArchive | undefined> {
  const [row] = await rowsOf<TaskRow & { tries: number }>(
    knex,
    `with chosen as (
       select task_id from archive join task on task.id = task_id
       where archive.due_at <= now() and task.channel_id <> all(?::bigint[])
       order by archive.due_at limit 1 for update of archive skip locked
     )
     update archive set tries = tries + 1, due_at = now() + ? * interval '1 ms'
     from chosen, task where archive.task_id = chosen.task_id and task.id = chosen.task_id
     returning task.*, archive.tries`,
    [leftOut, leaseMs],
  );
  return row && { task: toTask(row), tries: row.tries };
}

/** From now on the task's result number so-and-so is ours. False where the task was deleted meanwhile. */
export async function noteArchived(
  knex: Knex,
  taskId: string,
  index: number,
  kept: Required<Pick<Media, 'key' | 'expiresAt'>>,
): Promise<boolean> {
  const rows = await rowsOf(
    knex,
    `update task set result = jsonb_set(result, array['media', ?::text], (result -> 'media' -> ?::int) || ?::jsonb)
     where id = ? and state = 'succeeded' and deleted_at is null returning id`,
    [index, index, JSON.stringify(kept), taskId],
  );
  return rows.length > 0;
}

/** It is due in so long from now: to be tried again, or for as long as it is held by who copies it. */
export async function postponeArchive(knex: Knex, taskId: string, pauseMs: number): Promise<void> {
  await rowsOf(knex, `update archive set due_at = now() + ? * interval '1 ms' where task_id = ?`, [
    pauseMs,
    taskId,
  ]);
}

/** Leaves it to another worker, as if this one had not tried. */
export async function giveBackArchive(knex: Knex, taskId: string): Promise<void> {
  await rowsOf(knex, 'update archive set due_at = now(), tries = tries - 1 where task_id = ?', [taskId]);
}

export async function forgetArchive(knex: Knex, taskId: string): Promise<void> {
  await rowsOf(knex, 'delete from archive where task_id = ?', [taskId]);
}
