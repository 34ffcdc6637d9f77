import { FaultError } from '@headgate/runtime/errors';
import { cleanMessage } from '../../call/clean-message.ts';
import { isCredentialRefused, Refusal } from '../../call/refusal.ts';
import type { WorkerContext } from '../../context.ts';
import { findOffered } from '../../sql/accounts.ts';
import { moveTask } from '../../sql/moves/move-task.ts';
import type { Failure } from '../../task/failure.ts';
import type { Task, Way } from '../../task/task.ts';
import { mostSiblings } from '../ask-as-any.ts';
import { failLate, failTask } from '../end-task.ts';
import { nextTryMs } from '../polls/poll-times.ts';
import { tryWay } from './try-way.ts';

/**
 * Sends a task whose client was answered before. Until it is `submitting` any worker may send it; from then on none does
 * again, whatever became of this one. Ends with the task over, with the vendor, or waiting for a better moment.
 */
export async function sendHeld(context: WorkerContext, task: Task): Promise<void> {
  if (task.deadlineAt <= Date.now()) return void (await failLate(context, task));
  let current = task;
  let soonestMs = Number.POSITIVE_INFINITY;
  let failure: Failure | undefined;
  const planned = task.ways ?? [];
  const ways = [...planned];
  for (const way of ways) {
    const tried = await tryWay(context, current, way);
    if (tried.kind === 'over') return;
    current = { ...tried.task, deadlineAt: task.deadlineAt };
    soonestMs = Math.min(soonestMs, untilWorthMs(tried.reason));
    failure = failureOf(tried.reason, tried.names);
    if (failure) break;
    // They come after all others: those were good when the task was made, of these one may be older.
    if (planned.includes(way) && isCredentialRefused(tried.reason))
      ways.push(...(await renewedWays(context, way, ways)));
  }
  if (failure) return void (await failTask(context, current, failure.code, failure.message));
  await waitForBetter(context, current, soonestMs);
}

/** The same way as its channel is reached now, where that is no way yet: keys are renewed while tasks wait. */
async function renewedWays({ knex }: WorkerContext, way: Way, ways: readonly Way[]): Promise<readonly Way[]> {
  const known = ways.map(({ accountId }) => BigInt(accountId));
  const offered = await findOffered(knex, BigInt(way.accountId), { but: known, most: mostSiblings });
  return offered.map((accountId) => ({ ...way, accountId: String(accountId) }));
}

/** Until a way is worth another try: one whose credential is refused never is by itself. */
function untilWorthMs(reason: unknown): number {
  if (isCredentialRefused(reason)) return Number.POSITIVE_INFINITY;
  return reason instanceof Refusal ? reason.retryAfterMs : 0;
}

/** What no other vendor would take either; undefined where one may, now or later. */
function failureOf(reason: unknown, names: readonly string[]): Failure | undefined {
  if (reason instanceof FaultError && reason.fault.status === 400) {
    return { code: 'invalid_input_media', message: reason.fault.message };
  }
  if (!(reason instanceof Refusal) || reason.blame !== 'request') return undefined;
  const message = cleanMessage(reason.message, names) || 'The upstream refused the task.';
  return { code: reason.failCode, message };
}

/**
 * Nobody took it, and nothing was made: it is sent again later, until its time is up.
 *
 * @param soonestMs until one of them may take it, as they say themselves; infinite where none says so
 */
async function waitForBetter(context: WorkerContext, task: Task, soonestMs: number): Promise<void> {
  const { knex, owner, config } = context;
  const nowMs = Date.now();
  const leftMs = task.deadlineAt - nowMs;
  if (leftMs <= 0) return void (await failLate(context, task));
  const before = task.trouble ?? { kind: 'transient', count: 0, sinceMs: nowMs };
  const trouble = { ...before, count: before.count + 1 };
  const retryAfterMs = Number.isFinite(soonestMs) ? soonestMs : 0;
  const pauseMs = nextTryMs(trouble.count, { pollMs: config.pollMs, retryAfterMs });
  await moveTask(knex, { id: task.id, owner }, 'held', {
    trouble,
    dueInMs: Math.min(pauseMs, leftMs),
    isFree: true,
  });
}
