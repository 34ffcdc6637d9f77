import { fault } from '@headgate/proto/faults';
import type { OwnedBudget } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { ApiContext } from '../../context.ts';
import { toStoredWish } from '../../families/wish.ts';
import { keepAccount } from '../../sql/accounts.ts';
import { moveTask } from '../../sql/moves/move-task.ts';
import type { Task, Way } from '../../task/task.ts';
import type { Plan } from '../plans/plan.ts';
import { requireOwned } from './require-owned.ts';
import { holdPrice } from './submit.ts';

interface Deferred {
  plans: readonly Plan[];
  /** The caller's, of which the client hears where they do not cover the price. */
  budgets: readonly OwnedBudget[];
  /** Where the client reaches the gateway: what it has uploaded lies below it. */
  baseUrl: string;
  /** Whether it asked under an idempotency key. */
  isKeyed: boolean;
}

/**
 * Holds the price of a task that is written down, and leaves it to the workers: the ways to send it stand in its row in the
 * moment that they may. Throws what the client shall hear where the price cannot be held.
 */
export async function deferTask(
  context: ApiContext,
  task: Task,
  { plans, budgets, baseUrl, isKeyed }: Deferred,
): Promise<Task> {
  const { knex, owner, config, reach } = context;
  const ways: Way[] = [];
  for (const { candidate, account, order } of plans) {
    const { channel, upstreamModel } = candidate;
    ways.push({
      accountId: String(await keepAccount(knex, config.masterKey, channel.id, account)),
      channelId: String(channel.id),
      upstreamModel,
      sendsRequestId: channel.sendRequestId,
      baseUrl,
      wish: toStoredWish(order.wish),
    });
  }
  await holdPrice(context, task, budgets);
  const channelId = plans[0]?.candidate.channel.id ?? 0n;
  const moved = moveTask(knex, { id: task.id, owner }, 'held', { ways, channelId, dueInMs: 0, isFree: true });
  const held = await requireOwned(moved.catch((cause) => mayBeHeld(cause, isKeyed)));
  reach('held');
  context.wake();
  return held;
}

/** A worker may have it, and send it, by now: asked for again it would be made twice. Under an idempotency key its client is told of it. */
function mayBeHeld(cause: unknown, isKeyed: boolean): never {
  const message =
    'Whether the task was made could not be found out. Look at your tasks before you ask for another one.';
  throw new FaultError(fault('service_unavailable', { message, permanent: !isKeyed }), { cause });
}
