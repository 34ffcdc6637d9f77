import type { ClaimedTask } from '../../sql/moves/claim-tasks.ts';
import type { Task } from '../../task/task.ts';
import { findUpstream } from '../../upstreams/index.ts';
import { type PolledTask, requireSent } from './poll.ts';
import { mostTogether } from './poll-together.ts';

/** What is done at once: one task whatever its state, or tasks of one account that its vendor is asked for together. */
export type Piece =
  | { isPolled: false; tasks: readonly [Task] }
  | { isPolled: true; tasks: readonly [PolledTask, ...PolledTask[]] };

export function groupPolls(claimed: readonly ClaimedTask[]): Piece[] {
  const pieces: Piece[] = [];
  /** By account, the last question that has room. */
  const together = new Map<bigint, [PolledTask, ...PolledTask[]]>();
  for (const { provider, ...task } of claimed) {
    if (!isPolledTogether(task, provider)) {
      pieces.push({ isPolled: false, tasks: [task] });
      continue;
    }
    const polled = requireSent(task);
    const others = together.get(polled.accountId);
    if (others && others.length < mostTogether) {
      others.push(polled);
      continue;
    }
    const tasks: [PolledTask, ...PolledTask[]] = [polled];
    together.set(polled.accountId, tasks);
    pieces.push({ isPolled: true, tasks });
  }
  return pieces;
}

function isPolledTogether({ state, surface }: Task, provider: string | undefined): boolean {
  const hasVendor = state === 'queued' || state === 'running';
  return hasVendor && provider !== undefined && findUpstream(provider, surface)?.pollMany !== undefined;
}
