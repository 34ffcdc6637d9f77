import { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import type { Callback } from '../../callbacks/read-callback.ts';
import type { Task } from '../../task/task.ts';
import { type TaskRow, toTask } from './task-row.ts';

/** What a task begins with. */
export type NewTask = Pick<
  Task,
  | 'id'
  | 'closeId'
  | 'holdId'
  | 'surface'
  | 'action'
  | 'keyId'
  | 'userId'
  | 'group'
  | 'path'
  | 'model'
  | 'priceModel'
  | 'catalogVersion'
  | 'priceVersion'
  | 'amount'
  | 'usage'
  | 'wish'
  | 'remixedFrom'
> & {
  idempotency: Idempotency | undefined;
  callback?: Callback | undefined;
  externalId?: string | undefined;
};

export interface Idempotency {
  key: string;
  requestHash: Buffer;
}

export interface Lease {
  owner: string;
  ms: number;
}

/**
 * Writes down what shall be done, held by its owner for a while. Undefined where the same request, or
 * the same key under the same idempotency key, or the same user under the same external id, has made one before.
 */
export async function insertTask(
  knex: Knex,
  task: NewTask,
  { lease, deadlineMs }: { lease: Lease; deadlineMs: number },
): Promise<Task | undefined> {
  const [row] = await rowsOf<TaskRow>(
    knex,
    `insert into task (id, close_id, hold_id, surface, action, state, key_id, user_id, "group", path, model, price_model,
       catalog_version, price_version, amount, usage, wish, remixed_from, idempotency_key, request_hash, callback, external_id,
       lease_owner, lease_until, due_at, deadline_at)
     values (?, ?, ?, ?, ?, 'intended', ?, ?, ?, ?::text[], ?, ?, ?, ?, ?, ?, ?::jsonb, ?, ?, ?, ?::jsonb, ?,
       ?, now() + ? * interval '1 ms', now() + ? * interval '1 ms', now() + ? * interval '1 ms')
     on conflict do nothing
     returning *`,
    [
      task.id,
      task.closeId,
      task.holdId,
      task.surface,
      task.action,
      task.keyId,
      task.userId,
      task.group,
      task.path,
      task.model,
      task.priceModel,
      task.catalogVersion,
      task.priceVersion,
      task.amount,
      Buffer.from(Usage.encode(task.usage).finish()),
      JSON.stringify(task.wish),
      task.remixedFrom,
      task.idempotency?.key ?? null,
      task.idempotency?.requestHash ?? null,
      task.callback ? JSON.stringify(task.callback) : null,
      task.externalId ?? null,
      lease.owner,
      lease.ms,
      lease.ms,
      deadlineMs,
    ],
  );
  return row && toTask(row);
}
