import { describeFailure } from '../call/describe.ts';
import type { WorkerContext } from '../context.ts';
import { findAccount } from '../sql/accounts.ts';
import { moveTask } from '../sql/moves/move-task.ts';
import type { Failure } from '../task/failure.ts';
import type { Task, Trouble } from '../task/task.ts';
import { upstreamOf } from '../upstreams/index.ts';
import type { Account, Submitted } from '../upstreams/upstream.ts';
import { askAsAny } from './ask-as-any.ts';
import { endTask, failLate, failUnknown } from './end-task.ts';
import { pollTask, requireSent } from './polls/poll.ts';
import { lateLooks, nextPollMs, nextTryMs } from './polls/poll-times.ts';

const neverSent: Failure = {
  code: 'internal_error',
  message: 'The gateway stopped before the task was sent.',
};

/** Does what is to be done with a task that was claimed, whatever state it was found in. */
export async function takeUp(context: WorkerContext, task: Task): Promise<void> {
  if (task.state === 'held' && task.ways) {
    await failLate(context, task);
    return;
  }
  if (task.state === 'intended' || task.state === 'held') {
    // Its process died, or was away for too long: nothing was sent, and the client never got an id. It may ask again.
    await endTask(context, task, { state: 'failed', failure: neverSent, isRefused: true });
    return;
  }
  if (task.state === 'submitting') return lookUp(context, task);
  return pollTask(context, requireSent(task));
}

/** A create whose outcome nobody knows: never sent again. It is looked for until it is found or its time is up. */
async function lookUp(context: WorkerContext, task: Task): Promise<void> {
  const { knex, owner, config } = context;
  // As it is asked for: a clock that is set meanwhile makes no task late.
  const nowMs = Date.now();
  const { found, accountId, isUnanswered } = await find(context, task);
  if (found) {
    await moveTask(knex, { id: task.id, owner }, found.isRunning ? 'running' : 'queued', {
      ...(accountId !== undefined && { accountId }),
      upstreamId: found.upstreamId,
      upstreamState: found.state ?? {},
      trouble: null,
      isSubmitted: true,
      dueInMs: nextPollMs(0, config.pollMs),
      isFree: true,
    });
    return;
  }
  const leftMs = task.deadlineAt - nowMs;
  const trouble = isUnanswered ? oneMore(task.trouble, nowMs) : null;
  if (leftMs <= 0 && (trouble?.count ?? lateLooks) >= lateLooks) {
    await failUnknown(context, task);
    return;
  }
  const usualMs = nextPollMs(nowMs - task.createdAt, config.pollMs);
  const dueInMs = leftMs > 0 ? Math.min(usualMs, leftMs) : nextTryMs(trouble?.count ?? 1, config);
  await moveTask(knex, { id: task.id, owner }, 'submitting', { trouble, dueInMs, isFree: true });
}

function oneMore(before: Trouble | null, nowMs: number): Trouble {
  return { kind: 'transient', count: (before?.count ?? 0) + 1, sinceMs: before?.sinceMs ?? nowMs };
}

interface Found {
  found?: Submitted | undefined;
  /** Whose credential found it. */
  accountId?: bigint;
  /** Whether it was asked for in vain: it may be there. */
  isUnanswered?: true;
}

async function find(context: WorkerContext, task: Task): Promise<Found> {
  const { knex, config, log, send } = context;
  const accountId = task.accountId ?? 0n;
  const account = await findAccount(knex, config.masterKey, accountId);
  try {
    const ask = async (one: Account) => upstreamOf(one, task.surface).find?.(task, one, send);
    const knows = (found: Submitted | undefined) => found !== undefined;
    const asked = await askAsAny(context, { accountId, account, ask, knows });
    return { found: asked.answer, accountId: asked.accountId };
  } catch (error) {
    log.info({ task: task.id, ...describeFailure(error) }, 'a task could not be looked up');
    return { isUnanswered: true };
  }
}
