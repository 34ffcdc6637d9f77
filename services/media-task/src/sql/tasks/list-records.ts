import type { ListTasksRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { type Binding, rowsOf } from '@headgate/runtime/postgres/rows';
import type { Knex } from 'knex';
import { type State, states } from '../../task/states.ts';
import type { Task } from '../../task/task.ts';
import { unifiedStatus } from '../../views/status-words.ts';
import { type TaskRow, toTask } from './task-row.ts';

/** More are not counted: a page needs to know only that there are many. */
const mostCounted = 10_000;

/**
 * Tasks are numbered as they are written, at most the time of a transaction after the time that they have, and clocks are set by
 * less than an hour: so the index of times leads to numbers between which those of a time lie.
 */
const time = 'to_timestamp(?::double precision / 1000)';
const lastBefore = `coalesce((select seq from task where created_at < ${time} - interval '1 hour'
  order by created_at desc limit 1), 0)`;
const firstAfter = `coalesce((select seq from task where created_at >= ${time} + interval '1 hour'
  order by created_at limit 1), ${2n ** 63n - 1n})`;

interface Condition {
  text: string;
  bindings: readonly Binding[];
}

/** A page of the tasks that are meant, the newest first, one more than it has where there are more. */
export async function listRecords(knex: Knex, request: ListTasksRequest): Promise<Task[]> {
  const { text, bindings } = conditionOf(request);
  const behind = request.beforeSeq > 0n ? request.beforeSeq : null;
  const rows = await rowsOf<TaskRow>(
    knex,
    `select * from task where ${text} and (?::bigint is null or seq < ?) order by seq desc limit ? offset ?`,
    [...bindings, behind, behind, request.limit + 1, request.offset],
  );
  return rows.map(toTask);
}

/** How many tasks are meant, up to a bound. */
export async function countRecords(
  knex: Knex,
  request: ListTasksRequest,
): Promise<{ total: bigint; exact: boolean }> {
  const { text, bindings } = conditionOf(request);
  const [row] = await rowsOf<{ total: bigint }>(
    knex,
    `select count(*) as total from (select 1 from task where ${text} limit ?) as counted`,
    [...bindings, mostCounted + 1],
  );
  const total = row?.total ?? 0n;
  return total > mostCounted ? { total: BigInt(mostCounted), exact: false } : { total, exact: true };
}

/** Users see neither what they deleted nor what was refused to them. */
function conditionOf(request: ListTasksRequest): Condition {
  const { userIds, keyIds, surfaces, status, model, group, channelId, taskId, fromMs, untilMs } = request;
  const conditions: Condition[] = [
    on(userIds.length > 0, 'user_id = any(?::bigint[]) and deleted_at is null and not is_refused', userIds),
    on(keyIds.length > 0, 'key_id = any(?::bigint[])', keyIds),
    on(surfaces.length > 0, 'surface = any(?::text[])', surfaces),
    on(status !== '', 'state = any(?::text[])', statesShownAs(status)),
    on(model !== '', 'model = ?', model),
    on(group !== '', '"group" = ?', group),
    on(channelId > 0n, 'channel_id = ?', channelId),
    on(taskId !== '', 'id = ?', taskId),
    on(fromMs > 0n, `created_at >= ${time} and seq > ${lastBefore}`, fromMs, fromMs),
    on(untilMs > 0n, `created_at < ${time} and seq < ${firstAfter}`, untilMs, untilMs),
  ].flatMap((condition) => condition ?? []);
  return {
    text: conditions.map(({ text }) => `(${text})`).join(' and ') || 'true',
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

function on(isAsked: boolean, text: string, ...bindings: Binding[]): Condition | undefined {
  return isAsked ? { text, bindings } : undefined;
}

function statesShownAs(status: string): State[] {
  return states.filter((state) => unifiedStatus[state] === status);
}
