import { describeFailure } from '../call/describe.ts';
import type { WorkerContext } from '../context.ts';
import { findAccount } from '../sql/accounts.ts';
import { moveTask } from '../sql/move-task.ts';
import type { Failure } from '../task/failure.ts';
import type { Task } from '../task/task.ts';
import { upstreamOf } from '../upstreams/index.ts';
import type { Submitted } from '../upstreams/upstream.ts';
import { endTask, failTask } from './end-task.ts';
import { pollTask, requireSent } from './poll.ts';
import { nextPollMs } from './poll-times.ts';

const neverSent: Failure = {
  code: 'internal_error',
  message: 'The gateway stopped before the task was sent.',
};

/** Does what is to be done with a task that was claimed, whatever state it was found in. */
export async function takeUp(context: WorkerContext, task: Task): Promise<void> {
  if (task.state === 'intended' || task.state === 'held') {
    // Its process died, or was away for too long: nothing was sent, and the client never got an id. It may ask again.
    return endTask(context, task, { state: 'failed', failure: neverSent, isRefused: true });
  }
  if (task.state === 'submitting') return lookUp(context, task);
  return pollTask(context, requireSent(task));
}

/** A create whose outcome nobody knows: never sent again. It is looked for until it is found or its time is up. */
async function lookUp(context: WorkerContext, task: Task): Promise<void> {
  const { knex, owner, config } = context;
  const found = await find(context, task);
  if (found) {
    await moveTask(knex, task.id, owner, found.isRunning ? 'running' : 'queued', {
      upstreamId: found.upstreamId,
      upstreamState: found.state ?? {},
      isSubmitted: true,
      dueInMs: nextPollMs(0, config.pollMs),
      isFree: true,
    });
    return;
  }
  const leftMs = task.deadlineAt - Date.now();
  if (leftMs <= 0) {
    const message = 'Whether the upstream took the task could not be found out.';
    return failTask(context, task, 'submission_unknown', message);
  }
  const pauseMs = nextPollMs(Date.now() - task.createdAt, config.pollMs);
  await moveTask(knex, task.id, owner, 'submitting', { dueInMs: Math.min(pauseMs, leftMs), isFree: true });
}

async function find({ knex, config, log, send }: WorkerContext, task: Task): Promise<Submitted | undefined> {
  const account = await findAccount(knex, config.masterKey, task.accountId ?? 0n);
  try {
    return account && (await upstreamOf(account, task.surface).find?.(task, account, send));
  } catch (error) {
    log.info({ task: task.id, ...describeFailure(error) }, 'a task could not be looked up');
    return undefined;
  }
}
