import { describeFailure } from '../../call/describe.ts';
import { namesOf } from '../../call/names-of.ts';
import { isCredentialRefused } from '../../call/refusal.ts';
import type { WorkerContext } from '../../context.ts';
import { findAccount } from '../../sql/accounts.ts';
import { moveTask } from '../../sql/moves/move-task.ts';
import { closeWindow } from '../../sql/windows.ts';
import type { Task, Trouble } from '../../task/task.ts';
import { upstreamOf } from '../../upstreams/index.ts';
import type { Account, SentTask } from '../../upstreams/upstream.ts';
import { endTask, failLate } from '../end-task.ts';
import { whileRenewed } from '../leases.ts';
import { askUpstream } from './ask-upstream.ts';
import { type Finding, judge, type KeptFinding } from './judge.ts';
import { isKept, keepCounted } from './keep-bytes.ts';
import { lateLooks } from './poll-times.ts';

/** A task that the vendor has, and with which credential. */
export type PolledTask = SentTask & { accountId: bigint };

export function requireSent(task: Task): PolledTask {
  const { upstreamId, accountId } = task;
  if (upstreamId === null || accountId === null) throw new Error('a task without an upstream is polled');
  return { ...task, upstreamId, accountId };
}

/** Asks the vendor once how a task stands, and writes down what follows. */
export async function pollTask(context: WorkerContext, task: PolledTask): Promise<void> {
  const { knex, config, log } = context;
  const askedAtMs = Date.now();
  const own = await findAccount(knex, config.masterKey, task.accountId);
  if (!own) log.error({ task: task.id }, 'the credential of a task was sealed under another master key');
  const { finding, account } = await askUpstream(context, task, own);
  await conclude(context, task, finding, { account, askedAtMs });
}

/**
 * Writes down what follows from what a poll found with a credential, and gives the task back.
 *
 * @param askedAtMs when the vendor was asked, by this worker's clock: one that is set meanwhile makes no task late
 */
export async function conclude(
  context: WorkerContext,
  task: SentTask,
  asked: Finding,
  { account, askedAtMs: nowMs }: { account: Account | undefined; askedAtMs: number },
): Promise<void> {
  // Otherwise others take it up meanwhile, each of which has the vendor send the same to the store once more.
  const finding = isKept(asked)
    ? asked
    : await whileRenewed(context, task, () => keepCounted(context, task, asked));
  const { knex, owner, config, log, metrics, reach } = context;
  metrics.polls.inc({ found: finding.kind });
  reach('polled');
  if (finding.kind === 'unknown') {
    log.warn(
      { task: task.id, literal: finding.literal.slice(0, 40) },
      'a vendor says a word that nobody knows',
    );
  }
  const names = account ? namesOf(account, task) : [];
  const verdict = judge(task, finding, { pollMs: config.pollMs, nowMs, names });
  if (verdict.kind === 'ends') {
    await endTask(context, task, verdict.ending);
    return;
  }
  const leftMs = task.deadlineAt - nowMs;
  const isLate = leftMs <= 0;
  if (isLate && !mayPass(finding, verdict.changes.trouble)) return giveUp(context, task, account);
  const { dueInMs: wantedMs } = verdict.changes;
  const dueInMs = isLate ? wantedMs : Math.min(wantedMs, leftMs);
  await moveTask(knex, { id: task.id, owner }, verdict.to, { ...verdict.changes, dueInMs, isFree: true });
}

/**
 * Whether a vendor said nothing for a moment's trouble. After all workers were away it may have made the task long ago, and
 * be asked for more at once than it answers, or have begun anew itself. So may a list leave out what is there, and a film be done
 * of which the file is still on its way.
 */
function mayPass({ kind, ...finding }: KeptFinding, trouble: Trouble | null | undefined): boolean {
  if ((trouble?.count ?? 0) >= lateLooks) return false;
  if ('error' in finding) return !isCredentialRefused(finding.error);
  return kind === 'missing' || kind === 'succeeded';
}

/**
 * After a last look: nothing is charged, and the vendor is told to stop where it can be told. A task whose window was filled
 * in while the vendor was asked has time again, and is looked at later, as one whose time is over by this worker's clock alone.
 */
async function giveUp(context: WorkerContext, task: SentTask, account: Account | undefined): Promise<void> {
  const { knex, owner, config } = context;
  if (task.upstreamState.window === 'open' && !(await closeWindow(knex, task.id))) {
    await moveTask(knex, { id: task.id, owner }, task.state, { dueInMs: config.pollMs, isFree: true });
    return;
  }
  // Only then: of a worker that was away for too long, another one may have found the task done, and some vendors remove that.
  if ((await failLate(context, task)) && account) await cancel(context, task, account);
}

async function cancel({ send, log }: WorkerContext, task: SentTask, account: Account): Promise<void> {
  try {
    await upstreamOf(account, task.surface).cancel?.(task, account, send);
  } catch (error) {
    log.info({ task: task.id, ...describeFailure(error) }, 'a task was not cancelled');
  }
}
