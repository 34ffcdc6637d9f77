import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Surface, Task } from '../../task/task.ts';
import { isStorable } from '../is-storable.ts';
import { type TaskRow, toTask } from './task-row.ts';

export interface Owner {
  userId: bigint;
  surfaces: readonly Surface[];
}

/** A user's own task; another's is as unknown as one that never was, and so is one that was deleted. */
export async function findTask(
  knex: Knex,
  id: string,
  { userId, surfaces }: Owner,
): Promise<Task | undefined> {
  if (!isStorable(id)) return undefined;
  const [row] = await rowsOf<TaskRow>(
    knex,
    'select * from task where id = ? and user_id = ? and surface = any(?::text[]) and deleted_at is null',
    [id, userId, surfaces],
  );
  return row && toTask(row);
}

/** The task that a request made, and whether its client was to be refused. */
export async function findByRequest(
  knex: Knex,
  requestId: string,
): Promise<{ task: Task; isRefused: boolean } | undefined> {
  const [row] = await rowsOf<TaskRow & { is_refused: boolean }>(
    knex,
    'select * from task where close_id = ?',
    [requestId],
  );
  return row && { task: toTask(row), isRefused: row.is_refused };
}

/** Those of some tasks that are a user's own, in the order of the ids. */
export async function findTasks(
  knex: Knex,
  ids: readonly string[],
  { userId, surfaces }: Owner,
): Promise<Task[]> {
  const rows = await rowsOf<TaskRow>(
    knex,
    `select task.* from unnest(?::text[]) with ordinality as asked (id, place) join task using (id)
     where user_id = ? and surface = any(?::text[]) and deleted_at is null order by place`,
    [ids, userId, surfaces],
  );
  return rows.map(toTask);
}

/** A task whose id is all that one needs to know. */
export async function findPublicTask(
  knex: Knex,
  id: string,
  surfaces: readonly Surface[],
): Promise<Task | undefined> {
  if (!isStorable(id)) return undefined;
  const [row] = await rowsOf<TaskRow>(
    knex,
    'select * from task where id = ? and surface = any(?::text[]) and deleted_at is null',
    [id, surfaces],
  );
  return row && toTask(row);
}

/** The task that a key made under an idempotency key, and the hash of the request that made it. */
export async function findIdempotent(
  knex: Knex,
  keyId: bigint,
  idempotencyKey: string,
): Promise<{ task: Task; requestHash: Buffer } | undefined> {
  const [row] = await rowsOf<TaskRow & { request_hash: Buffer }>(
    knex,
    'select * from task where key_id = ? and idempotency_key = ?',
    [keyId, idempotencyKey],
  );
  return row && { task: toTask(row), requestHash: row.request_hash };
}

export interface Page {
  /** Only what comes behind this task in the order. */
  after: string | undefined;
  limit: number;
  order: 'asc' | 'desc';
}

/** A user's tasks, one more than the page has where there are more. */
export async function listTasks(
  knex: Knex,
  { userId, surfaces }: Owner,
  { after, limit, order }: Page,
): Promise<Task[]> {
  const [behind, direction] = order === 'asc' ? ['>', 'asc'] : ['<', 'desc'];
  const rows = await rowsOf<TaskRow>(
    knex,
    `select * from task
     where user_id = ? and surface = any(?::text[]) and deleted_at is null and not is_refused
       and (?::text is null or seq ${behind} (select seq from task where id = ? and user_id = ?))
     order by seq ${direction} limit ?`,
    [userId, surfaces, after ?? null, after ?? null, userId, limit + 1],
  );
  return rows.map(toTask);
}
