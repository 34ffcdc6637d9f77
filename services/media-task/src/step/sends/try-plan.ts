import { activeSpan } from '@headgate/runtime/tracing/begin-span';
import { asError } from '../../call/as-error.ts';
import { describeFailure } from '../../call/describe.ts';
import { madeNothing } from '../../call/made-nothing.ts';
import type { Send } from '../../call/send.ts';
import type { ApiContext } from '../../context.ts';
import { keepAccount } from '../../sql/accounts.ts';
import { finishTask } from '../../sql/endings/finish-task.ts';
import { moveTask } from '../../sql/moves/move-task.ts';
import type { Task } from '../../task/task.ts';
import type { Submission, Submitted } from '../../upstreams/upstream.ts';
import type { Plan } from '../plans/plan.ts';
import { keepBytes } from '../polls/keep-bytes.ts';
import { nextPollMs } from '../polls/poll-times.ts';
import { beginSending } from './begin-sending.ts';
import { noteSubmitted, persist } from './note-submitted.ts';
import { requireOwned } from './require-owned.ts';

/**
 * `sent`: it is with the vendor, or done, or its outcome is not known. `refused`: nothing was made, for certain, of the task as it
 * was sent.
 */
export type Tried = { kind: 'sent'; task: Task } | { kind: 'refused'; reason: unknown; task: Task };

/** Sends a task that this process holds, in one way. */
export async function tryPlan(context: ApiContext, task: Task, plan: Plan): Promise<Tried> {
  const { knex, config, reach } = context;
  const { channel, upstreamModel } = plan.candidate;
  const attempts = task.attempts + 1;
  activeSpan().set({
    'headgate.task.id': task.id,
    'headgate.channel.id': String(channel.id),
    'gen_ai.request.model': task.model,
  });
  const accountId = await keepAccount(knex, config.masterKey, channel.id, plan.account);
  const sending = await requireOwned(
    beginSending(context, task, { attempts, accountId, channelId: channel.id, upstreamModel }),
  );
  reach('submitting');
  const clientRequestId = channel.sendRequestId ? `${task.closeId}.${attempts}` : undefined;
  const submission = { ...plan.order, upstreamModel, clientRequestId };
  const outcome = await sendCreate(plan, submission, context.send).catch(asError);
  return noteOutcome(context, sending, plan, outcome);
}

/** Writes down what became of a create. */
async function noteOutcome(
  context: ApiContext,
  task: Task,
  plan: Plan,
  outcome: Submitted | Error,
): Promise<Tried> {
  const { knex, owner, config, log, metrics, reach } = context;
  if (!(outcome instanceof Error)) {
    metrics.submissions.inc({ outcome: 'accepted' });
    reach('sent');
    if (outcome.made) return { kind: 'sent', task: await noteMade(context, task, outcome) };
    const noted = await noteSubmitted(context, task, task.attempts, outcome);
    reach('submitted');
    context.wake();
    return { kind: 'sent', task: noted ?? task };
  }
  const about = {
    task: task.id,
    channelId: String(plan.candidate.channel.id),
    ...describeFailure(outcome),
  };
  if (madeNothing(outcome)) {
    metrics.submissions.inc({ outcome: 'refused' });
    log.warn(about, 'a channel did not take a task');
    return { kind: 'refused', reason: outcome, task };
  }
  metrics.submissions.inc({ outcome: 'unknown' });
  log.error(about, 'whether a task was accepted is not known');
  // A worker looks after it from here on. Where even that cannot be written down, it waits for the lease to end.
  const left = { dueInMs: nextPollMs(0, config.pollMs), isFree: true } as const;
  const moved = await moveTask(knex, { id: task.id, owner }, 'submitting', left).catch(() => undefined);
  return { kind: 'sent', task: moved ?? task };
}

async function sendCreate(
  { upstream, account, sourceId }: Plan,
  submission: Submission,
  send: Send,
): Promise<Submitted> {
  if (sourceId === undefined) return upstream.submit(submission, account, send);
  if (!upstream.remix) throw new Error(`a remix was planned that ${upstream.provider} cannot make`);
  return upstream.remix({ ...submission, sourceId }, account, send);
}

/** Where it cannot be written down, what was made is lost, and the task is one whose outcome is unknown. */
async function noteMade(
  context: ApiContext,
  task: Task,
  { made = { media: [] }, usage = task.usage }: Submitted,
): Promise<Task> {
  const { knex, owner, config, log, reach } = context;
  const archives = config.archiveResults;
  let ended: Task | undefined;
  await persist(log, task.id, async () => {
    const kept = await keepBytes(context, task, { kind: 'succeeded', result: made });
    if (kept.kind !== 'succeeded') return false;
    const ending = { state: 'succeeded', result: kept.result, usage } as const;
    ended = await finishTask(knex, task.id, owner, ending, { archives });
    return true;
  });
  reach('finished');
  if (ended) context.wake();
  return ended ?? task;
}
