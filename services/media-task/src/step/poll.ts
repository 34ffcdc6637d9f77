import { describeFailure } from '../call/describe.ts';
import type { WorkerContext } from '../context.ts';
import { findAccount } from '../sql/accounts.ts';
import { finishTask } from '../sql/finish-task.ts';
import { moveTask } from '../sql/move-task.ts';
import type { FailCode } from '../task/failure.ts';
import type { Task } from '../task/task.ts';
import { upstreamOf } from '../upstreams/index.ts';
import type { Account, Upstream } from '../upstreams/upstream.ts';
import { type Finding, judge } from './judge.ts';

/** Asks the vendor once how a task stands, and writes down what follows. */
export async function pollTask(
  context: WorkerContext,
  task: Task & { upstreamId: string; accountId: bigint },
): Promise<void> {
  const { knex, owner, config, log, reach } = context;
  const account = await findAccount(knex, config.masterKey, task.accountId);
  const upstream = upstreamOf(account);
  const finding: Finding = await upstream
    .poll(task, account, context.send)
    .catch((error: unknown) => ({ kind: 'error', error }));
  reach('polled');
  if (finding.kind === 'unknown') {
    log.warn(
      { task: task.id, literal: finding.literal.slice(0, 40) },
      'a vendor says a word that nobody knows',
    );
  }
  if (finding.kind === 'error')
    log.info({ task: task.id, ...describeFailure(finding.error) }, 'a poll went wrong');
  const nowMs = Date.now();
  const verdict = judge(task, finding, { pollMs: config.pollMs, nowMs });
  if (verdict.kind === 'ends') {
    await finishTask(knex, task.id, verdict.ending);
    reach('finished');
    return;
  }
  const leftMs = task.deadlineAt - nowMs;
  if (leftMs <= 0) return giveUp(context, task, upstream, account);
  const dueInMs = Math.min(verdict.changes.dueInMs, leftMs);
  await moveTask(knex, task.id, owner, verdict.to, { ...verdict.changes, dueInMs, isFree: true });
}

/** After a last look: the vendor is told to stop where it can be told, and nothing is charged. */
async function giveUp(
  context: WorkerContext,
  task: Task & { upstreamId: string },
  upstream: Upstream,
  account: Account,
): Promise<void> {
  await upstream
    .cancel?.(task, account, context.send)
    .catch((error) =>
      context.log.info({ task: task.id, ...describeFailure(error) }, 'a task was not cancelled'),
    );
  await failTask(context, task, 'task_timeout', 'The task took too long.');
}

export async function failTask(
  { knex, reach }: Pick<WorkerContext, 'knex' | 'reach'>,
  task: Task,
  code: FailCode,
  message: string,
): Promise<void> {
  await finishTask(knex, task.id, { state: 'failed', failure: { code, message } });
  reach('finished');
}
