import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Task } from '../../task/task.ts';
import type { Lease } from '../tasks/insert-task.ts';
import { type TaskRow, toTask } from '../tasks/task-row.ts';

/**
 * Takes a task that was not sent from whoever has it: that one can send it no more, since nothing moves but in the name
 * of its owner. Undefined where it has moved on, or is a worker's to send.
 */
export async function takeOver(knex: Knex, id: string, lease: Lease): Promise<Task | undefined> {
  const [row] = await rowsOf<TaskRow>(
    knex,
    `update task set lease_owner = ?, lease_until = now() + ? * interval '1 ms', due_at = now() + ? * interval '1 ms'
     where id = ? and state in ('intended', 'held') and ways is null returning *`,
    [lease.owner, lease.ms, lease.ms, id],
  );
  return row && toTask(row);
}
