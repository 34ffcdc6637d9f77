import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Task } from '../task/task.ts';
import { type TaskRow, toTask } from './task-row.ts';

/** A callback that is this process's to try, until its lease ends. */
export interface DueCallback {
  task: Task;
  url: string;
  baseUrl: string;
  /** This one included. */
  tries: number;
}

type DueRow = TaskRow & { callback_url: string; base_url: string; tries: number };

/** Takes callbacks that are due, each for one process. */
export async function claimCallbacks(
  knex: Knex,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<DueCallback[]> {
  const rows = await rowsOf<DueRow>(
    knex,
    `with due as (
       select task_id from callback where due_at <= now() order by due_at limit ? for update skip locked
     ), claimed as (
       update callback set tries = tries + 1, due_at = now() + ? * interval '1 ms'
       from due where callback.task_id = due.task_id returning callback.*
     )
     select task.*, claimed.url as callback_url, claimed.base_url, claimed.tries
     from claimed join task on task.id = claimed.task_id`,
    [limit, leaseMs],
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
