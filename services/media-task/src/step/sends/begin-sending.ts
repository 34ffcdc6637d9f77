import type { Log } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import { type Changes, moveTask } from '../../sql/moves/move-task.ts';
import type { Task } from '../../task/task.ts';
import { untilWritten } from './until-written.ts';

/**
 * Moves a task to `submitting`: it is sent next, and by nobody else from here on. A connection that broke may have done that
 * before it did, and left a task that is never sent and waits for its deadline: it is asked again until it answers. Undefined
 * where the task was taken from its owner; throws where the database stays away.
 */
export function beginSending(
  context: { knex: Knex; owner: string; log: Log },
  task: Task,
  changes: Changes,
  waitMs?: number,
): Promise<Task | undefined> {
  const { knex, owner } = context;
  return untilWritten(
    context,
    task,
    () => moveTask(knex, { id: task.id, owner }, 'submitting', changes),
    waitMs,
  );
}
