import type { Log } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import { type Changes, moveTask } from '../../sql/moves/move-task.ts';
import type { Task } from '../../task/task.ts';
import { untilWritten } from './until-written.ts';

/**
 * Moves a task that was refused for certain from `submitting` back to `held`: it may be sent again. Left as it was by a
 * connection that broke it would be one of which nobody knows what became of it, until its deadline. What is carried out after the
 * next create has begun takes nothing back: that one may be paid for. Undefined where the task was taken from its owner; throws where
 * the database stays away.
 * @param task as it was sent.
 */
export function takeBack(
  context: { knex: Knex; owner: string; log: Log },
  task: Task,
  changes: Changes = {},
  waitMs?: number,
): Promise<Task | undefined> {
  const { id, attempts } = task;
  const { knex, owner } = context;
  return untilWritten(context, task, () => moveTask(knex, { id, owner, attempts }, 'held', changes), waitMs);
}
