import { randomUUID } from 'node:crypto';
import { fault, platformType } from '@headgate/proto/faults';
import type { HandleRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { Callback } from '../callbacks/read-callback.ts';
import type { ApiContext } from '../context.ts';
import { toStoredWish } from '../families/wish.ts';
import { countOpenTasks } from '../sql/count-open-tasks.ts';
import { type Idempotency, insertTask } from '../sql/insert-task.ts';
import { type Plan, submitTask } from '../step/submit.ts';
import { findPath } from '../task/find-path.ts';
import { drawTaskId } from '../task/ids.ts';
import type { Surface, Task } from '../task/task.ts';
import { callerOf } from './caller-of.ts';
import { findEarlier } from './idempotency.ts';

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
}

/**
 * Prices a task, writes it down and submits it. Throws a FaultError where it is refused, and then nothing was rendered;
 * what was sent and went unanswered is a task like any other.
 */
export async function beginTask(context: ApiContext, request: HandleRequest, intent: Intent): Promise<Task> {
  const { knex, config, owner, reach } = context;
  const { plans, group, model, idempotency } = intent;
  const [{ candidate, order }] = plans;
  const caller = callerOf(request);
  await checkOpenTasks(context, caller);
  const { amount, priceVersion, nowMs } = await context.ledger.quote(
    candidate.priceModel,
    group,
    order.usage,
  );
  const leaseMs = config.submitTimeoutMs * plans.length + config.recallWaitMs + config.leaseMarginMs;
  const task = await insertTask(
    knex,
    {
      id: drawTaskId(),
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
      usage: order.usage,
      wish: toStoredWish(order.wish),
      remixedFrom: intent.remixedFrom,
      idempotency,
      callback: intent.callback,
    },
    { lease: { owner, ms: leaseMs }, deadlineMs: intent.timeoutMs },
  );
  if (!task) {
    const twin = idempotency && (await findEarlier(context, caller, idempotency));
    if (!twin) throw new Error('a task that was in the way is missing');
    return twin;
  }
  reach('intended');
  return submitTask(context, task, plans);
}

async function checkOpenTasks({ knex, config }: ApiContext, { userId }: Caller): Promise<void> {
  if ((await countOpenTasks(knex, userId, config.openTasks)) < config.openTasks) return;
  const message = `${config.openTasks} tasks are open already: wait for one of them to end.`;
  throw new FaultError(
    fault('too_many_requests', { type: platformType, message, retryAfterMs: config.pollMs }),
  );
}
