import { Close, Ending, Kind, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { FailCode } from './failure.ts';
import type { Task } from './task.ts';

/** What the records say of an answer that was given with this failure. */
const failedStatus = 200;

/** The closing record of a task that was sent: what it made is billed, and a failure is billed nothing. */
export function closeOf(
  task: Task,
  ending: { state: 'succeeded'; usage: Task['usage'] } | { state: 'failed'; failure: { code: FailCode } },
): Close {
  const isServed = ending.state === 'succeeded';
  return Close.fromPartial({
    id: task.closeId,
    kind: Kind.SETTLE,
    path: task.path,
    reserved: task.amount,
    consumed: isServed ? task.amount : 0n,
    // A count that cannot be is none: what was asked for is billed.
    ...(isServed && { usage: isCounted(ending.usage) ? ending.usage : task.usage }),
    usageSource: isServed ? UsageSource.UPSTREAM : UsageSource.NONE,
    model: task.model,
    priceModel: task.priceModel,
    group: task.group,
    priceVersion: task.priceVersion,
    catalogVersion: task.catalogVersion,
    keyId: task.keyId,
    userId: task.userId,
    channelId: task.channelId,
    attempts: task.attempts,
    status: failedStatus,
    ending: isServed ? Ending.COMPLETED : Ending.UPSTREAM_FAILED,
    startedAtMs: BigInt(task.createdAt),
    durationMs: Math.min((task.finishedAt ?? task.createdAt) - task.createdAt, 2 ** 31 - 1),
    holdId: task.holdId,
  });
}

const most = BigInt(Number.MAX_SAFE_INTEGER);

function isCounted({ metered, ...counts }: Task['usage']): boolean {
  const all = [...Object.values(counts), ...metered.map(({ quantity }) => quantity)];
  return all.every((count) => count >= 0n && count <= most);
}
