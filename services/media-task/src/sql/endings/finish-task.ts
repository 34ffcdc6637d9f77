import { Close } from '@headgate/proto/gen/headgate/events/v1/events';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { closeOf } from '../../task/close-of.ts';
import type { Failure } from '../../task/failure.ts';
import { sentStates, statesBefore } from '../../task/states.ts';
import type { Result, Task } from '../../task/task.ts';
import { storableJson } from '../storable-json.ts';
import { type TaskRow, toTask } from '../tasks/task-row.ts';

export type Ending =
  | { state: 'succeeded'; result: Result; usage: Task['usage'] }
  | {
      state: 'failed';
      failure: Failure;
      /**
       * Its client was answered with a refusal, and so has no task: none is told of or listed, and what it asked under an
       * idempotency key may be asked again. Unless it was told of it all the same, by another request (`tell-of.ts`).
       */
      isRefused?: true;
    };

interface Before extends TaskRow {
  lease_owner: string | null;
  is_told: boolean;
}

/**
 * Ends a task, and notes what the ledger and the client shall hear of it, and whether its result is to be archived, in one
 * transaction. Undefined where it has ended before: the first ending stands, whatever the vendor says later. And where it
 * is another's, and was not sent or is to be refused: whoever has it may be about to send it, or have told its client.
 */
export function finishTask(
  knex: Knex,
  id: string,
  owner: string,
  ending: Ending,
  { archives = false }: { archives?: boolean } = {},
): Promise<Task | undefined> {
  return knex.transaction(async (transaction) => {
    const [before] = await rowsOf<Before>(transaction, 'select * from task where id = ? for update', [id]);
    if (!before || !statesBefore(ending.state).includes(before.state)) return undefined;
    const wasSent = sentStates.includes(before.state);
    const isRefusal = ending.state === 'failed' && ending.isRefused === true;
    if ((!wasSent || isRefusal) && before.lease_owner !== owner) return undefined;
    const isRefused = isRefusal && !before.is_told;
    const [row] = await rowsOf<TaskRow>(
      transaction,
      `update task set state = ?, result = ?::jsonb, failure = ?::jsonb, progress = 100, finished_at = clock_timestamp(),
         trouble = null, lease_until = null,
         is_refused = ?,
         idempotency_key = case when ? then null else idempotency_key end
       where id = ? returning *`,
      [
        ending.state,
        ending.state === 'succeeded' ? storableJson(ending.result) : null,
        ending.state === 'failed' ? storableJson(ending.failure) : null,
        isRefused,
        isRefused,
        id,
      ],
    );
    if (!row) throw new Error('a task that was locked is missing');
    const task = toTask(row);
    // A client that was answered before it was sent knows it, and its end stands in the records like any other.
    const isKnown = wasSent || before.ways !== null;
    const close = isKnown ? Buffer.from(Close.encode(closeOf(task, ending)).finish()) : null;
    await rowsOf(transaction, 'insert into outbox (close_id, hold_id, kind, close) values (?, ?, ?, ?)', [
      task.closeId,
      task.holdId,
      isKnown ? 'close' : 'release',
      close,
    ]);
    await rowsOf(
      transaction,
      `insert into callback (task_id, url, base_url)
       select id, callback ->> 'url', callback ->> 'baseUrl' from task
       where id = ? and callback is not null and ?`,
      [id, (isKnown || before.is_told) && !isRefused],
    );
    if (archives && ending.state === 'succeeded') {
      await rowsOf(transaction, 'insert into archive (task_id) values (?)', [id]);
    }
    return task;
  });
}
