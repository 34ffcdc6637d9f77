import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { activeSpan } from '@headgate/runtime/tracing/begin-span';
import { describeFailure } from '../../call/describe.ts';
import { madeNothing } from '../../call/made-nothing.ts';
import { namesOf } from '../../call/names-of.ts';
import { type Blame, isCredentialRefused, Refusal } from '../../call/refusal.ts';
import type { Send } from '../../call/send.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import type { ApiContext } from '../../context.ts';
import { keepAccount } from '../../sql/accounts.ts';
import { finishTask } from '../../sql/finish-task.ts';
import { moveTask } from '../../sql/move-task.ts';
import type { Failure } from '../../task/failure.ts';
import type { Task } from '../../task/task.ts';
import type { Account, Order, Submission, Submitted, Upstream } from '../../upstreams/upstream.ts';
import { keepBytes } from '../polls/keep-bytes.ts';
import { nextPollMs } from '../polls/poll-times.ts';
import { beginSending } from './begin-sending.ts';
import { noteSubmitted, persist } from './note-submitted.ts';
import { messageOf, toFault } from './refusal-fault.ts';
import { takeBack } from './take-back.ts';
import { untilWritten } from './until-written.ts';

/** A way to render what was priced: all that are tried for one task cost the same. */
export interface Plan {
  candidate: Candidate;
  account: Account;
  upstream: Upstream;
  order: Order;
  /** What the vendor calls the task that this one is made from, for a remix. */
  sourceId?: string;
  /** Goes on from what an account has made: by its credential, or by another of its channel. */
  goesOn?: 'as-maker' | 'as-other';
}

/**
 * Holds the price of a task that is written down, if that was not done yet, and has a vendor accept it. Ends with the task queued, or with its
 * outcome unknown, which clients see as queued too: an error would make their SDKs ask again, for a second render. Throws
 * what the client shall hear where nothing was made, for certain; the task has failed by then.
 */
export async function submitTask(context: ApiContext, task: Task, plans: readonly Plan[]): Promise<Task> {
  let current = task.state === 'intended' ? await holdAndNote(context, task) : task;
  const refusals: Refused[] = [];
  for (const plan of plans) {
    const tried = await tryPlan(context, current, plan);
    if (tried.kind === 'sent') return tried.task;
    const { reason } = tried;
    const { upstreamModel } = plan.candidate;
    refusals.push({ reason, names: namesOf(plan.account, { model: task.model, upstreamModel }) });
    if (isLastWord(plan, reason)) break;
    current = await owned(takeBack(context, task));
  }
  const { reason, names } = toTell(refusals);
  throw await abandon(context, current, toFault(reason, task.model, names), messageOf(reason, names));
}

interface Refused {
  reason: unknown;
  /** The vendor's, which a client must not hear. */
  names: string[];
}

/**
 * Whether no further way is tried. Another credential than the maker's may be of another account, whose refusal says nothing; where
 * the maker's is taken no other account has what is gone on from.
 */
function isLastWord({ goesOn }: Plan, reason: unknown): boolean {
  if (goesOn === 'as-other') return false;
  return blames(reason, 'request') || (goesOn === 'as-maker' && !isCredentialRefused(reason));
}

/**
 * The last one; but a vendor that has too much to do may take in a while what the others do not, and what is wrong with the request
 * its client can mend.
 */
function toTell(refusals: readonly Refused[]): Refused {
  const last = refusals.at(-1) ?? { reason: undefined, names: [] };
  if (blames(last.reason, 'request')) return last;
  const lastOf = (blame: Blame) => refusals.findLast(({ reason }) => blames(reason, blame));
  return lastOf('busy') ?? lastOf('request') ?? last;
}

function blames(reason: unknown, blame: Blame): boolean {
  return reason instanceof Refusal && reason.blame === blame;
}

async function holdAndNote(context: ApiContext, task: Task): Promise<Task> {
  await holdPrice(context, task);
  const held = await owned(moveTask(context.knex, task.id, context.owner, 'held'));
  context.reach('held');
  return held;
}

/** Throws what the client shall hear where the price is not to be had; the task has failed by then. */
export async function holdPrice(context: ApiContext, task: Task): Promise<void> {
  const { ledger, reach } = context;
  try {
    await ledger.hold({ id: task.holdId, path: task.path, amount: task.amount, ref: task.closeId });
    reach('hold-taken');
  } catch (error) {
    throw await abandon(context, task, error, 'nothing was held');
  }
}

type Tried = { kind: 'sent'; task: Task } | { kind: 'refused'; reason: unknown };

async function tryPlan(context: ApiContext, task: Task, plan: Plan): Promise<Tried> {
  const { knex, owner, config, log, metrics, reach } = context;
  const { channel, upstreamModel } = plan.candidate;
  const { account } = plan;
  const attempt = task.attempts + 1;
  activeSpan().set({
    'headgate.task.id': task.id,
    'headgate.channel.id': String(channel.id),
    'gen_ai.request.model': task.model,
  });
  await owned(
    beginSending(context, task, {
      attempts: attempt,
      accountId: await keepAccount(knex, config.masterKey, channel.id, account),
      channelId: channel.id,
      upstreamModel,
    }),
  );
  reach('submitting');
  const clientRequestId = channel.sendRequestId ? `${task.closeId}.${attempt}` : undefined;
  const about = { task: task.id, channelId: String(channel.id) };
  let submitted: Submitted;
  try {
    const submission = { ...plan.order, upstreamModel, clientRequestId };
    submitted = await sendCreate(plan, submission, context.send);
  } catch (error) {
    if (madeNothing(error)) {
      metrics.submissions.inc({ outcome: 'refused' });
      log.warn({ ...about, ...describeFailure(error) }, 'a channel did not take a task');
      return { kind: 'refused', reason: error };
    }
    metrics.submissions.inc({ outcome: 'unknown' });
    log.error({ ...about, ...describeFailure(error) }, 'whether a task was accepted is not known');
    // A worker looks after it from here on. Where even that cannot be written down, it waits for the lease to end.
    const left = { dueInMs: nextPollMs(0, config.pollMs), isFree: true } as const;
    const moved = await moveTask(knex, task.id, owner, 'submitting', left).catch(() => undefined);
    return { kind: 'sent', task: moved ?? task };
  }
  metrics.submissions.inc({ outcome: 'accepted' });
  reach('sent');
  if (submitted.made) return { kind: 'sent', task: await noteMade(context, task, submitted) };
  const noted = await noteSubmitted(context, task, attempt, submitted);
  reach('submitted');
  context.wake();
  return { kind: 'sent', task: noted ?? task };
}

function sendCreate(
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

/** Ends a task that no vendor has, and gives back what the client shall hear. */
async function abandon(context: ApiContext, task: Task, error: unknown, why: string): Promise<unknown> {
  const code =
    error instanceof FaultError && error.fault.status === 400 ? 'invalid_parameter' : 'upstream_unavailable';
  const failure: Failure = { code, message: why };
  const ending = { state: 'failed', failure, isRefused: true } as const;
  await untilWritten(context, task, () => finishTask(context.knex, task.id, context.owner, ending));
  context.wake();
  return error;
}

/** What this process held was taken from it: it was away for so long that a worker went on. */
export async function owned(moved: Promise<Task | undefined>): Promise<Task> {
  const task = await moved;
  if (!task)
    throw new FaultError(fault('internal_error', { message: 'The task took too long to be submitted.' }));
  return task;
}
