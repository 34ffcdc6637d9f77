import type { Log } from '@headgate/runtime/log';
import { retryUntilDone } from '@headgate/runtime/wait';
import type { Knex } from 'knex';
import { type Changes, moveTask } from '../sql/move-task.ts';
import type { Task } from '../task/task.ts';

/** A client may wait for its answer. */
const askingMs = 13_000;

/**
 * Moves a task to `submitting`: it is sent next, and by nobody else from here on. A connection that broke may have done that
 * before it did, and left a task that is never sent and waits for its deadline: it is asked again until it answers. Undefined
 * where the task was taken from its owner; throws where the database stays away.
 */
export function beginSending(
  { knex, owner, log }: { knex: Knex; owner: string; log: Log },
  task: Task,
  changes: Changes,
): Promise<Task | undefined> {
  return retryUntilDone(() => moveTask(knex, task.id, owner, 'submitting', changes), {
    signal: AbortSignal.timeout(askingMs),
    onError: (error) => log.warn({ err: error, task: task.id }, 'a task waits for the database to be sent'),
  });
}
