import { randomUUID } from 'node:crypto';
import { fault, platformType } from '@headgate/proto/faults';
import type { Usage } from '@headgate/proto/gen/headgate/events/v1/events';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Callback } from '../callbacks/read-callback.ts';
import type { ApiContext } from '../context.ts';
import { refuse, show } from '../families/refuse.ts';
import { toStoredWish } from '../families/wish.ts';
import type { Quote } from '../ledger.ts';
import { takeOver } from '../sql/moves/take-over.ts';
import { countOpenTasks } from '../sql/tasks/count-open-tasks.ts';
import { findByRequest } from '../sql/tasks/find-task.ts';
import type { Idempotency, Lease } from '../sql/tasks/insert-task.ts';
import { insertWithinLimit, UnwrittenError } from '../sql/tasks/insert-within-limit.ts';
import { tellOf } from '../sql/tasks/tell-of.ts';
import type { Plan } from '../step/plans/plan.ts';
import { isPriced } from '../step/plans/plan-ways.ts';
import { deferTask } from '../step/sends/defer-task.ts';
import { TakenError } from '../step/sends/require-owned.ts';
import { submitTask } from '../step/sends/submit.ts';
import { findPath } from '../task/find-path.ts';
import { drawTaskId } from '../task/ids.ts';
import type { Surface, Task } from '../task/task.ts';
import type { Order } from '../upstreams/upstream.ts';
import { beforeWriting, nothingWritten } from './before-writing.ts';
import { callerOf } from './caller-of.ts';
import { findUnderKey } from './idempotency.ts';

/** A task that was read and planned, and is not written down yet. */
export interface Intent {
  surface: Surface;
  action: string;
  model: string;
  group: string;
  catalogVersion: bigint;
  /** Ways to render it that cost the same, best first. */
  plans: readonly [Plan, ...Plan[]];
  /** How long it may take in all. */
  timeoutMs: number;
  idempotency: Idempotency | undefined;
  remixedFrom: string | null;
  callback?: Callback | undefined;
  externalId?: string | undefined;
  /** The client is answered before it is sent: a worker does that. */
  isDeferred?: boolean;
}

/**
 * Prices a task, writes it down and submits it. Throws a FaultError where it is refused, and then nothing was rendered;
 * what was sent and went unanswered is a task like any other.
 */
export async function beginTask(shared: ApiContext, request: HandleRequest, intent: Intent): Promise<Task> {
  // A name of its own: what is handed on again may come to the process that is still at work on it.
  const context = { ...shared, owner: randomUUID() };
  const { knex, config, reach } = context;
  const { plans, group, model } = intent;
  const [{ candidate, order }] = plans;
  const caller = callerOf(request);
  const own = request.isRepeat ? await findByRequest(knex, request.requestId) : undefined;
  if (own?.isRefused) throw refusalOf(own.task);
  const made =
    own?.task ?? (await beforeWriting(context, request, findUnderKey(knex, request, intent.idempotency)));
  if (made) return goOn(context, request, intent, made);
  await beforeWriting(context, request, checkOpenTasks(context, caller));
  const { amount, priceVersion, nowMs, usage } = await quoteAsPriced(
    context,
    candidate.priceModel,
    group,
    order,
  );
  const task = await insertWithinLimit(
    knex,
    {
      id: drawTaskId(intent.surface),
      closeId: request.requestId,
      holdId: randomUUID(),
      surface: intent.surface,
      action: intent.action,
      keyId: caller.keyId,
      userId: caller.userId,
      group,
      path: findPath(caller, model, Number(nowMs)),
      model,
      priceModel: candidate.priceModel,
      catalogVersion: intent.catalogVersion,
      priceVersion,
      amount,
      usage,
      wish: toStoredWish(order.wish),
      remixedFrom: intent.remixedFrom,
      idempotency: intent.idempotency,
      callback: intent.callback,
      externalId: intent.externalId,
    },
    { lease: leaseFor(context, plans), deadlineMs: intent.timeoutMs, mostOpen: config.openTasks },
  ).catch((error) => {
    throw error instanceof UnwrittenError ? nothingWritten(context, request, error.cause) : error;
  });
  if (task === 'too-many') throw tooManyTasks(config);
  if (!task) return findTwin(context, request, intent);
  reach('intended');
  return submit(context, request, intent, task);
}

/** By what the row prices: images, whose price covers their tokens, or else tokens, in the dearer of two ways to count them. */
async function quoteAsPriced(
  { ledger }: ApiContext,
  priceModel: string,
  group: string,
  { usage, otherwise, covered }: Order,
): Promise<Quote & { usage: Usage }> {
  const quote = async (usage: Usage) => ({ ...(await ledger.quote(priceModel, group, usage)), usage });
  // A ledger of the version before does not say it: then a price is what the amount has beside the tokens.
  const costsMore = async (amount: bigint) => amount > (await quote({ ...usage, metered: [] })).amount;
  const first = await quote(usage);
  if (covered && (first.metered ?? (await costsMore(first.amount)))) {
    const second = await quote(covered);
    // Tokens that cost nothing are counted as well.
    return second.amount < first.amount ? second : first;
  }
  if (!otherwise) return first;
  const second = await quote(otherwise);
  return second.amount > first.amount ? second : first;
}

async function submit(
  context: ApiContext,
  request: HandleRequest,
  { isDeferred, plans, idempotency }: Pick<Intent, 'isDeferred' | 'plans' | 'idempotency'>,
  task: Task,
): Promise<Task> {
  const { baseUrl } = request;
  const { budgets } = callerOf(request);
  try {
    if (!isDeferred) return await submitTask(context, task, { plans, budgets });
    const isKeyed = idempotency !== undefined;
    return await deferTask(context, task, { plans, budgets, baseUrl, isKeyed });
  } catch (error) {
    if (error instanceof TakenError) return tell(context, task);
    throw error;
  }
}

/**
 * Goes on with a task that was not sent: its process may have broken off, and where it has not, it sends it no more. One that was
 * sent is what it is: it was written down before a byte left.
 */
async function goOn(
  context: ApiContext,
  request: HandleRequest,
  { plans, ...others }: Intent,
  made: Task,
): Promise<Task> {
  const [first, ...further] = plans.filter((plan) => isPriced(plan, made));
  if (!first) return tell(context, made);
  const priced = [first, ...further] as const;
  const taken = await takeOver(context.knex, made.id, leaseFor(context, priced));
  return taken ? submit(context, request, { ...others, plans: priced }, taken) : tell(context, made);
}

/** The task that this request made before. Throws where its client is refused after all. */
async function tell({ knex }: ApiContext, made: Task): Promise<Task> {
  const told = await tellOf(knex, made);
  if (told) return told;
  const now = await findByRequest(knex, made.closeId);
  throw refusalOf(now?.task ?? made);
}

/** What a client hears whose first answer broke off: nothing was made, and the vendor's own words are gone. */
function refusalOf({ failure }: Task): FaultError {
  if (failure?.code !== 'invalid_parameter') return new FaultError(fault('service_unavailable'));
  const message = failure.message || 'The upstream refused the request.';
  return new FaultError(fault('invalid_request', { type: platformType, message }));
}

function leaseFor({ config, owner }: ApiContext, plans: readonly Plan[]): Lease {
  return {
    owner,
    ms: config.submitTimeoutMs * plans.length + config.recallWaitMs + config.leaseMarginMs,
  };
}

/** The task that was made meanwhile: for the same request, or under the same idempotency key. */
async function findTwin(
  context: ApiContext,
  request: HandleRequest,
  { idempotency, externalId }: Intent,
): Promise<Task> {
  const made = await findByRequest(context.knex, request.requestId);
  if (made?.isRefused) throw refusalOf(made.task);
  if (made) return tell(context, made.task);
  const found = await beforeWriting(context, request, findUnderKey(context.knex, request, idempotency));
  const twin = found && (await tellOf(context.knex, found));
  if (!twin && externalId !== undefined) refuseTaken(externalId);
  // It was refused just now: the same may be asked again.
  if (!twin) throw new FaultError(fault('service_unavailable'));
  return twin;
}

function refuseTaken(id: string): never {
  refuse('external_task_id', `external_task_id is ${show(id)}; another task has it already.`);
}

/** Before anything is priced; it is counted once more as the task is written down. */
async function checkOpenTasks({ knex, config }: ApiContext, { userId }: Caller): Promise<void> {
  if ((await countOpenTasks(knex, userId, config.openTasks)) >= config.openTasks) throw tooManyTasks(config);
}

function tooManyTasks({ openTasks, pollMs }: ApiContext['config']): FaultError {
  const message = `${openTasks} tasks are open already: wait for one of them to end.`;
  return new FaultError(fault('too_many_requests', { type: platformType, message, retryAfterMs: pollMs }));
}
