import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Task } from '../../task/task.ts';
import { type TaskRow, toTask } from '../tasks/task-row.ts';

/** A callback that is this process's to try, until its lease ends. */
export interface DueCallback {
  task: Task;
  url: string;
  baseUrl: string;
  /** This one included. */
  tries: number;
}

type DueRow = TaskRow & { callback_url: string; base_url: string; tries: number };

interface Room {
  limit: number;
  leaseMs: number;
  /** Callbacks at a time of one user, with those in hand. */
  perUser: number;
  /** Whose callbacks this process has in hand, each once for each. */
  inHand: readonly bigint[];
}

/** Takes callbacks that are due, each for one process. Those of a user who has as many in hand are not even looked at. */
export async function claimCallbacks(
  knex: Knex,
  { limit, leaseMs, perUser, inHand }: Room,
): Promise<DueCallback[]> {
  const rows = await rowsOf<DueRow>(
    knex,
    `with busy as (
       select user_id, count(*) as callbacks from unnest(?::bigint[]) as in_hand (user_id) group by user_id
     ), waiting as (
       select task_id, callback.due_at, user_id from callback join task on task.id = task_id
       where callback.due_at <= now() and user_id not in (select user_id from busy where callbacks >= ?)
       order by callback.due_at limit ?
     ), placed as (
       select task_id, due_at, row_number() over (partition by user_id order by due_at) + coalesce(callbacks, 0) as place
       from waiting left join busy using (user_id)
     ), due as (
       select callback.task_id from callback join placed using (task_id)
       where place <= ? and callback.due_at <= now()
       order by placed.due_at limit ? for update of callback skip locked
     ), claimed as (
       update callback set tries = tries + 1, due_at = now() + ? * interval '1 ms'
       from due where callback.task_id = due.task_id returning callback.*
     )
     select task.*, claimed.url as callback_url, claimed.base_url, claimed.tries
     from claimed join task on task.id = claimed.task_id`,
    [inHand, perUser, limit * 8, perUser, limit, leaseMs],
  );
  return rows.map((row) => ({
    task: toTask(row),
    url: row.callback_url,
    baseUrl: row.base_url,
    tries: row.tries,
  }));
}

/** It was delivered, or given up. */
export async function forgetCallback(knex: Knex, taskId: string): Promise<void> {
  await rowsOf(knex, 'delete from callback where task_id = ?', [taskId]);
}

/** Puts a callback off, unless another process has taken it over. */
export async function postponeCallback(
  knex: Knex,
  taskId: string,
  { tries, problem, pauseMs }: { tries: number; problem: string; pauseMs: number },
): Promise<void> {
  await rowsOf(
    knex,
    `update callback set problem = ?, due_at = now() + ? * interval '1 ms' where task_id = ? and tries = ?`,
    [problem, pauseMs, taskId, tries],
  );
}
