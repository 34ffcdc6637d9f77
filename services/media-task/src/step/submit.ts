import { fault, platformType } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { wait } from '@headgate/runtime/wait';
import { cleanMessage } from '../call/clean-message.ts';
import { describeFailure } from '../call/describe.ts';
import { Refusal } from '../call/refusal.ts';
import { SendError } from '../call/send.ts';
import type { Candidate } from '../catalog/catalog.ts';
import { modelNotFound } from '../catalog/find-candidates.ts';
import type { ApiContext } from '../context.ts';
import type { Wish } from '../families/wish.ts';
import { keepAccount } from '../sql/accounts.ts';
import { finishTask } from '../sql/finish-task.ts';
import { moveTask } from '../sql/move-task.ts';
import type { Failure } from '../task/failure.ts';
import type { Task } from '../task/task.ts';
import { findUpstream } from '../upstreams/index.ts';
import type { Account, Order, Submitted, Upstream } from '../upstreams/upstream.ts';
import { nextPollMs } from './poll-times.ts';

/** A way to render what was priced: all that are tried for one task cost the same. */
export interface Plan {
  candidate: Candidate;
  /** Undefined for an upstream that asks for none. */
  key: string | undefined;
  upstream: Upstream;
  order: Order;
}

/**
 * Holds the price of a task that is written down, and has a vendor accept it. Ends with the task queued, or with its
 * outcome unknown, which clients see as queued too: an error would make their SDKs ask again, for a second render. Throws
 * what the client shall hear where nothing was made, for certain; the task has failed by then.
 */
export async function submitTask(context: ApiContext, task: Task, plans: readonly Plan[]): Promise<Task> {
  const { ledger, reach } = context;
  try {
    await ledger.hold({ id: task.holdId, path: task.path, amount: task.amount, ref: task.closeId });
    reach('hold-taken');
  } catch (error) {
    throw await abandon(context, task, error, 'nothing was held');
  }
  let current = await owned(moveTask(context.knex, task.id, context.owner, 'held'));
  reach('held');
  let refusal: unknown;
  for (const plan of plans) {
    const tried = await tryPlan(context, current, plan);
    if (tried.kind === 'sent') return tried.task;
    refusal = tried.reason;
    if (refusal instanceof Refusal && refusal.blame === 'request') break;
    current = await owned(moveTask(context.knex, task.id, context.owner, 'held'));
  }
  throw await abandon(context, current, toFault(refusal, task.model), messageOf(refusal));
}

type Tried = { kind: 'sent'; task: Task } | { kind: 'refused'; reason: unknown };

async function tryPlan(context: ApiContext, task: Task, plan: Plan): Promise<Tried> {
  const { knex, owner, config, log, reach } = context;
  const { channel, upstreamModel } = plan.candidate;
  const account = toAccount(plan);
  const attempt = task.attempts + 1;
  await owned(
    moveTask(knex, task.id, owner, 'submitting', {
      attempts: attempt,
      accountId: await keepAccount(knex, config.masterKey, channel.id, account),
      channelId: channel.id,
      upstreamModel,
    }),
  );
  reach('submitting');
  const clientRequestId = channel.sendRequestId ? `${task.closeId}.${attempt}` : undefined;
  const about = { task: task.id, channel: channel.name };
  let submitted: Submitted;
  try {
    const submission = { ...plan.order, upstreamModel, clientRequestId };
    submitted = await plan.upstream.submit(submission, account, context.send);
  } catch (error) {
    if (error instanceof Refusal || (error instanceof SendError && !error.wasSent)) {
      log.warn({ ...about, ...describeFailure(error) }, 'a channel did not take a task');
      return { kind: 'refused', reason: error };
    }
    log.error({ ...about, ...describeFailure(error) }, 'whether a task was accepted is not known');
    // A worker looks after it from here on. Where even that cannot be written down, it waits for the lease to end.
    const left = { dueInMs: nextPollMs(0, config.pollMs), isFree: true } as const;
    const moved = await moveTask(knex, task.id, owner, 'submitting', left).catch(() => undefined);
    return { kind: 'sent', task: moved ?? task };
  }
  reach('sent');
  const noted = await noteSubmitted(context, task, submitted);
  reach('submitted');
  context.wake();
  return { kind: 'sent', task: noted };
}

const noteTries = 8;
const firstNotePauseMs = 100;

/**
 * Writes down what the vendor calls the task: it is being rendered by now, and only we know of it. A database that is
 * away is waited for; after that the task is one whose outcome is unknown.
 */
async function noteSubmitted(context: ApiContext, task: Task, submitted: Submitted): Promise<Task> {
  const { knex, owner, config, log } = context;
  const changes = {
    upstreamId: submitted.upstreamId,
    upstreamState: submitted.state ?? {},
    isSubmitted: true,
    dueInMs: nextPollMs(0, config.pollMs),
    isFree: true,
  } as const;
  for (let tries = 1, pauseMs = firstNotePauseMs; ; tries += 1, pauseMs *= 2) {
    try {
      const moved = await moveTask(knex, task.id, owner, submitted.isRunning ? 'running' : 'queued', changes);
      return moved ?? task;
    } catch (error) {
      log.error({ err: error, task: task.id }, 'an accepted task waits to be written down');
      if (tries === noteTries) return task;
    }
    await wait(pauseMs);
  }
}

function toAccount({ candidate: { channel }, key }: Plan): Account {
  return {
    provider: channel.provider,
    baseUrl: channel.baseUrl.replace(/\/$/, ''),
    key,
    region: channel.region,
    apiVersion: channel.apiVersion,
  };
}

/** Ends a task that no vendor has, and gives back what the client shall hear. */
async function abandon(context: ApiContext, task: Task, error: unknown, why: string): Promise<unknown> {
  const code =
    error instanceof FaultError && error.fault.status === 400 ? 'invalid_parameter' : 'upstream_unavailable';
  const failure: Failure = { code, message: why };
  await finishTask(context.knex, task.id, { state: 'failed', failure });
  context.wake();
  return error;
}

function toFault(reason: unknown, model: string): FaultError {
  if (!(reason instanceof Refusal)) return modelNotFound(model);
  const message = cleanMessage(reason.message);
  switch (reason.blame) {
    case 'request':
      return new FaultError(
        fault('invalid_request', {
          type: platformType,
          message: message || 'The upstream refused the request.',
        }),
      );
    case 'busy':
      return new FaultError(
        fault('too_many_requests', {
          type: 'upstream_error',
          message: 'The upstream has too much to do. Try again later.',
          retryAfterMs: reason.retryAfterMs || defaultRetryAfterMs,
        }),
      );
    case 'credential':
    case 'unavailable':
      return modelNotFound(model);
  }
}

const defaultRetryAfterMs = 5_000;

function messageOf(reason: unknown): string {
  return reason instanceof Refusal ? cleanMessage(reason.message) : 'No channel could be reached.';
}

/** What this process held was taken from it: it was away for so long that a worker went on. */
async function owned(moved: Promise<Task | undefined>): Promise<Task> {
  const task = await moved;
  if (!task)
    throw new FaultError(fault('internal_error', { message: 'The task took too long to be submitted.' }));
  return task;
}

/** Ways to render a wish that cost what the first costs. */
export function planWays(wish: Wish, candidates: readonly Candidate[]): [Plan, ...Plan[]] | undefined {
  const plans: Plan[] = [];
  for (const candidate of candidates) {
    const upstream = findUpstream(candidate.channel.provider);
    if (!upstream) continue;
    const order = upstream.resolve(wish, candidate.upstreamModel);
    const keys = candidate.channel.keys.length === 0 ? [undefined] : candidate.channel.keys;
    for (const key of keys) plans.push({ candidate, key, upstream, order });
  }
  const [first, ...others] = plans;
  if (!first) return undefined;
  return [first, ...others.filter((plan) => costsTheSame(plan, first))];
}

function costsTheSame(plan: Plan, first: Plan): boolean {
  const show = ({ candidate, order }: Plan): string =>
    JSON.stringify([candidate.priceModel, order.usage], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
  return show(plan) === show(first);
}
