import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Task } from '../task/task.ts';
import { type TaskRow, toTask } from './tasks/task-row.ts';

export interface Filling {
  /** Of this one alone, drawn anew for each. */
  id: string;
  /** What was asked under an idempotency key: whoever asks it again is told of this one. */
  asked?: string | undefined;
  /** Undefined leaves the task's own. */
  prompt: string | undefined;
  dueInMs: number;
  deadlineMs: number;
}

/**
 * Takes the window of a task that waits for one to be filled in: of two that try, one does. Undefined where none is open.
 * Its time begins anew. It may be called again where a connection broke: what a filling has taken is its own.
 */
export async function takeWindow(
  knex: Knex,
  id: string,
  { id: filling, asked, prompt, dueInMs, deadlineMs }: Filling,
): Promise<Task | undefined> {
  const [row] = await rowsOf<TaskRow>(
    knex,
    `update task set upstream_state = upstream_state
         || jsonb_build_object('window', 'filled', 'filling', ?::text, 'asked', ?::text),
       wish = case when ?::text is null then wish else jsonb_set(wish, '{prompt}', to_jsonb(?::text)) end,
       submitted_at = now(),
       due_at = now() + ? * interval '1 ms', deadline_at = now() + ? * interval '1 ms'
     where id = ? and state in ('queued', 'running')
       and (upstream_state ->> 'window' = 'open' or upstream_state ->> 'filling' = ?)
     returning *`,
    [filling, asked ?? null, prompt ?? null, prompt ?? null, dueInMs, deadlineMs, id, filling],
  );
  return row && toTask(row);
}

/**
 * The vendor did not take what was filled in: the task is as it was, with the prompt that it had. Of a window that was filled in anew
 * since, nothing changes: this may be called again where a connection broke.
 */
export async function reopenWindow(
  knex: Knex,
  id: string,
  { filling, prompt }: { filling: string; prompt: string },
): Promise<void> {
  await rowsOf(
    knex,
    `update task set upstream_state = (upstream_state - '{filling,asked}'::text[]) || '{"window": "open"}',
       wish = jsonb_set(wish, '{prompt}', to_jsonb(?::text))
     where id = ? and upstream_state ->> 'filling' = ?`,
    [prompt, id, filling],
  );
}

/** Closes the window of a task whose time is over. False where somebody filled it in meanwhile, and its time began anew. */
export async function closeWindow(knex: Knex, id: string): Promise<boolean> {
  const closed = await rowsOf(
    knex,
    `update task set upstream_state = upstream_state - 'window'
     where id = ? and upstream_state ->> 'window' = 'open' and deadline_at <= now()
     returning id`,
    [id],
  );
  return closed.length > 0;
}
