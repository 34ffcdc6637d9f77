import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { State } from '../../task/states.ts';
import type { Task } from '../../task/task.ts';
import { type TaskRow, toTask } from './task-row.ts';

/** Whoever sends it may still refuse its own client. */
const undecided: readonly State[] = ['intended', 'held', 'submitting'];

/**
 * A task as another request of its client is told of it: from then on it is a task, whatever becomes of the first one.
 * Undefined where that one was refused just now.
 */
export async function tellOf(knex: Knex, task: Task): Promise<Task | undefined> {
  if (task.ways !== null || !undecided.includes(task.state)) return task;
  const [row] = await rowsOf<TaskRow>(
    knex,
    'update task set is_told = true where id = ? and not is_refused returning *',
    [task.id],
  );
  return row && toTask(row);
}
