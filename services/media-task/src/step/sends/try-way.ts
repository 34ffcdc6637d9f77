import { FaultError } from '@headgate/runtime/errors';
import { asError } from '../../call/as-error.ts';
import { describeFailure } from '../../call/describe.ts';
import { madeNothing } from '../../call/made-nothing.ts';
import { namesOf } from '../../call/names-of.ts';
import { Refusal } from '../../call/refusal.ts';
import type { WorkerContext } from '../../context.ts';
import type { Reference, Wish } from '../../families/wish.ts';
import type { RequestFiles } from '../../references/reference-files.ts';
import { findOfferedAccount } from '../../sql/accounts.ts';
import { moveTask } from '../../sql/moves/move-task.ts';
import type { Task, Way } from '../../task/task.ts';
import { upstreamOf } from '../../upstreams/index.ts';
import type { Account, FoundResult, Submission, Submitted, Upstream } from '../../upstreams/upstream.ts';
import { endTask, failUnknown } from '../end-task.ts';
import { bringingLeaseMs, makingLeaseMs, whileRenewed } from '../leases.ts';
import { keepCounted } from '../polls/keep-bytes.ts';
import { nextPollMs } from '../polls/poll-times.ts';
import { beginSending } from './begin-sending.ts';
import { noteSubmitted, persist, untilBackMs } from './note-submitted.ts';
import { takeBack } from './take-back.ts';
import { untilWritten } from './until-written.ts';

/**
 * `over`: it is with the vendor, or done, or its outcome is not known. `refused`: nothing was made, for certain; the reason may
 * hold the vendor's `names`.
 */
export type Tried =
  | { kind: 'over' }
  | { kind: 'refused'; reason: unknown; task: Task; names: readonly string[] };

const over: Tried = { kind: 'over' };

/** Sends a task that this worker holds, in one way. */
export async function tryWay(context: WorkerContext, task: Task, way: Way): Promise<Tried> {
  const { knex, config, log } = context;
  const account = await findOfferedAccount(knex, config.masterKey, BigInt(way.accountId));
  if (!account) {
    log.info({ task: task.id, channelId: way.channelId }, 'a channel is off, or has a credential no more');
    return { kind: 'refused', reason: new Refusal('credential', ''), task, names: [] };
  }
  const sent = await sendWith(context, task, { way, account });
  if ('kind' in sent) return sent;
  const { sending, outcome } = sent;
  return whileRenewed(context, sending, () => noteOutcome(context, sending, { way, account }, outcome));
}

/** Sends the create. The files that come along are let go of before its outcome is written down: that may wait for an hour. */
async function sendWith(
  context: WorkerContext,
  task: Task,
  { way, account }: { way: Way; account: Account },
): Promise<Tried | { sending: Task; outcome: Submitted | Error }> {
  const { reach, references, sendImages, answerRoom } = context;
  const upstream = upstreamOf(account, task.surface);
  const files = references.open({ userId: task.userId, baseUrl: way.baseUrl });
  try {
    const wish = await bringFiles(way, upstream, files);
    if (wish instanceof FaultError) return { kind: 'refused', reason: wish, task, names: [] };
    const { upstreamModel } = way;
    const attempts = task.attempts + 1;
    const [accountId, channelId] = [BigInt(way.accountId), BigInt(way.channelId)];
    const changes = { attempts, accountId, channelId, upstreamModel, leaseMs: makingLeaseMs };
    const begun = await beginSending(context, task, changes, untilBackMs);
    // It was taken from this worker, which was away for too long.
    if (!begun) return over;
    // By this worker's clock, as it was claimed.
    const sending = { ...begun, deadlineAt: task.deadlineAt };
    reach('submitting');
    const clientRequestId = way.sendsRequestId ? `${task.closeId}.${attempts}` : undefined;
    const submission: Submission = { wish, usage: task.usage, upstreamModel, clientRequestId };
    const submit = () =>
      answerRoom.share((room) =>
        upstream.submit(submission, account, (request) => sendImages({ ...request, room })),
      );
    const outcome = await whileRenewed(context, sending, () => submit().catch(asError));
    return { sending, outcome };
  } finally {
    files.release();
  }
}

/** Writes down what became of a create. */
async function noteOutcome(
  context: WorkerContext,
  task: Task,
  { way, account }: { way: Way; account: Account },
  outcome: Submitted | Error,
): Promise<Tried> {
  const { knex, owner, config, log, metrics, reach } = context;
  if (!(outcome instanceof Error)) {
    metrics.submissions.inc({ outcome: 'accepted' });
    reach('sent');
    const { made, usage = task.usage } = outcome;
    if (made) await noteMade(context, task, { result: made, usage });
    else await noteSubmitted(context, task, task.attempts, outcome);
    return over;
  }
  const about = { task: task.id, channelId: way.channelId, ...describeFailure(outcome) };
  if (madeNothing(outcome)) {
    metrics.submissions.inc({ outcome: 'refused' });
    log.warn(about, 'a channel did not take a task');
    const held = await takeBack(context, task, { leaseMs: bringingLeaseMs(config) }, untilBackMs);
    return held ? { kind: 'refused', reason: outcome, task: held, names: namesOf(account, task) } : over;
  }
  metrics.submissions.inc({ outcome: 'unknown' });
  log.error(about, 'whether a task was accepted is not known');
  // Images that come in the answer alone nobody finds later.
  if (!upstreamOf(account, task.surface).find) {
    await untilWritten(context, task, () => failUnknown(context, task), untilBackMs);
    return over;
  }
  const left = { dueInMs: nextPollMs(0, config.pollMs), isFree: true } as const;
  await moveTask(knex, { id: task.id, owner }, 'submitting', left);
  return over;
}

/** The wish as the vendor takes it; or why an address does not lead to what it needs. */
async function bringFiles(
  { wish: { references, ...rest } }: Way,
  upstream: Upstream,
  files: RequestFiles,
): Promise<Wish | FaultError> {
  const brought = references.map(async ({ source, ...others }, index): Promise<Reference> => {
    if ('byteCount' in source) throw new Error('a task that waits to be sent has lost its files');
    const reference = { ...others, source, param: `image[${index}]` };
    if (!('url' in source) || upstream.formOf?.(reference) !== 'bytes') return reference;
    return { ...reference, source: await files.bring(reference, source.url) };
  });
  try {
    return { ...rest, references: await Promise.all(brought) };
  } catch (error) {
    if (error instanceof FaultError) return error;
    throw error;
  }
}

/**
 * Keeps what was made, and ends the task. A store or a database that is away is waited for as long as the client waits: what was made
 * is nowhere else, and as it keeps its place, no more are ordered meanwhile than there are places. After that the task is one whose
 * outcome is unknown.
 */
async function noteMade(
  context: WorkerContext,
  task: Task,
  { result, usage }: { result: FoundResult; usage: Task['usage'] },
): Promise<void> {
  const found = { kind: 'succeeded', result, usage } as const;
  const write = async (): Promise<boolean> => {
    const kept = await keepCounted(context, task, found);
    if (kept.kind !== 'succeeded') return false;
    await endTask(context, task, { state: 'succeeded', result: kept.result, usage });
    return true;
  };
  await persist(context.log, task.id, write, Math.max(untilBackMs, task.deadlineAt - Date.now()));
}
