import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Task } from '../../task/task.ts';
import { storableJson } from '../storable-json.ts';
import { type TaskRow, toTask } from '../tasks/task-row.ts';

/** What the vendor said to a create that it took. */
export interface Sent {
  /** Which of the task's creates it was: none is made under the same number twice. */
  attempt: number;
  upstreamId: string;
  upstreamState: Record<string, unknown>;
  isRunning: boolean;
  dueInMs: number;
}

/**
 * Writes down what the vendor calls a task, and leaves it to the workers: also where its lease ran out meanwhile, since
 * nobody else can know. Undefined where it has moved on.
 */
export async function noteSent(
  knex: Knex,
  id: string,
  { attempt, upstreamId, upstreamState, isRunning, dueInMs }: Sent,
): Promise<Task | undefined> {
  const [row] = await rowsOf<TaskRow>(
    knex,
    `update task set state = ?, upstream_id = ?, upstream_state = ?::jsonb, submitted_at = now(), trouble = null,
       due_at = now() + ? * interval '1 ms', lease_until = null
     where id = ? and state = 'submitting' and attempts = ? returning *`,
    [isRunning ? 'running' : 'queued', upstreamId, storableJson(upstreamState), dueInMs, id, attempt],
  );
  return row && toTask(row);
}
