import type { ClaimedTask } from '../sql/claim-tasks.ts';
import type { Task } from '../task/task.ts';
import { findUpstream } from '../upstreams/index.ts';
import { type PolledTask, requireSent } from './poll.ts';

/** What is done at once: one task whatever its state, or tasks of one account that its vendor is asked for together. */
export type Piece =
  | { isPolled: false; tasks: readonly [Task] }
  | { isPolled: true; tasks: readonly [PolledTask, ...PolledTask[]] };

export function groupPolls(claimed: readonly ClaimedTask[]): Piece[] {
  const pieces: Piece[] = [];
  const together = new Map<bigint, [PolledTask, ...PolledTask[]]>();
  for (const { provider, ...task } of claimed) {
    if (!isPolledTogether(task, provider)) {
      pieces.push({ isPolled: false, tasks: [task] });
      continue;
    }
    const polled = requireSent(task);
    const others = together.get(polled.accountId);
    if (others) others.push(polled);
    else together.set(polled.accountId, [polled]);
  }
  return [...pieces, ...[...together.values()].map((tasks) => ({ isPolled: true as const, tasks }))];
}

function isPolledTogether({ state, surface }: Task, provider: string | undefined): boolean {
  const hasVendor = state === 'queued' || state === 'running';
  return hasVendor && provider !== undefined && findUpstream(provider, surface)?.pollMany !== undefined;
}
