import { type Binding, rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type State, statesBefore } from '../../task/states.ts';
import type { Task, Trouble, Way } from '../../task/task.ts';
import { storableJson } from '../storable-json.ts';
import { type TaskRow, toTask } from '../tasks/task-row.ts';

/** What changes with a move. What is left out stays. */
export interface Changes {
  attempts?: number;
  ways?: Way[];
  accountId?: bigint;
  channelId?: bigint;
  upstreamModel?: string;
  upstreamId?: string;
  upstreamState?: Record<string, unknown>;
  progress?: number;
  trouble?: Trouble | null;
  isSubmitted?: true;
  /** When it is looked at next. */
  dueInMs?: number;
  /** For how long it is held from now on. */
  leaseMs?: number;
  /** Nobody holds it any more. */
  isFree?: true;
}

const sets: {
  [Name in keyof Changes]-?: [sql: string, of?: (value: NonNullable<Changes[Name]>) => Binding];
} = {
  attempts: ['attempts = ?'],
  ways: ['ways = ?::jsonb', (ways) => JSON.stringify(ways)],
  accountId: ['account_id = ?'],
  channelId: ['channel_id = ?'],
  upstreamModel: ['upstream_model = ?'],
  upstreamId: ['upstream_id = ?'],
  upstreamState: ['upstream_state = ?::jsonb', storableJson],
  // What clients saw is never taken back.
  progress: ['progress = greatest(progress, ?::smallint)'],
  trouble: ['trouble = ?::jsonb', (trouble) => JSON.stringify(trouble)],
  isSubmitted: ['submitted_at = case when ?::boolean then now() end'],
  dueInMs: [`due_at = now() + ? * interval '1 ms'`],
  leaseMs: [`lease_until = now() + ? * interval '1 ms'`],
  isFree: ['lease_until = case when ?::boolean then null else lease_until end'],
};

/** A task as its owner knows it. */
export interface Claim {
  id: string;
  owner: string;
  /** How many creates it knows of: one that has begun since then moves the task away from it. */
  attempts?: number;
}

/**
 * Moves a task to a state that may follow the one it is in, if its owner still holds it. Undefined where it moved on meanwhile:
 * whoever asked has nothing more to do with it.
 */
export async function moveTask(
  knex: Knex,
  { id, owner, attempts }: Claim,
  to: State,
  changes: Changes = {},
): Promise<Task | undefined> {
  const assignments: string[] = ['state = ?'];
  const bindings: Binding[] = [to];
  for (const name of Object.keys(sets) as (keyof Changes)[]) {
    const value = changes[name];
    if (value === undefined) continue;
    const [sql, of] = sets[name] as [string, ((value: unknown) => Binding)?];
    assignments.push(sql);
    bindings.push(value === null ? null : of ? of(value) : (value as Binding));
  }
  const [row] = await rowsOf<TaskRow>(
    knex,
    `update task set ${assignments.join(', ')}
     where id = ? and lease_owner = ? and lease_until is not null and state = any(?::text[])
       and coalesce(?::integer, attempts) = attempts
     returning *`,
    [...bindings, id, owner, statesBefore(to), attempts ?? null],
  );
  return row && toTask(row);
}
