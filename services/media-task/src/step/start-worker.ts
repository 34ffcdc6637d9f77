import type { WorkerContext } from '../context.ts';
import { claimTasks } from '../sql/moves/claim-tasks.ts';
import { mostSiblings } from './ask-as-any.ts';
import { nameClaims } from './name-claims.ts';
import { orGiveBack } from './or-give-back.ts';
import { groupPolls } from './polls/group-polls.ts';
import { pollTogether } from './polls/poll-together.ts';
import { startPool } from './start-pool.ts';
import type { Worker } from './start-rounds.ts';
import { takeUp } from './take-up.ts';

/** Looks after tasks that are due, many at a time, until it is stopped. */
export function startWorker(context: WorkerContext): Worker {
  const { config, metrics } = context;
  const leaseMs = longestLookMs(config) + config.leaseMarginMs;
  const named = nameClaims();
  return startPool(context, {
    places: config.concurrency,
    async claim(limit) {
      const room = { limit, perChannel: config.channelConcurrency };
      const { lease, tasks } = await named(async (owner) => {
        const lease = { owner, ms: leaseMs };
        return { lease, tasks: await claimTasks(context, lease, room) };
      });
      for (const { dueAt } of tasks) metrics.pollLag.observe(Math.max(0, Date.now() - dueAt) / 1_000);
      return groupPolls(tasks).map((piece) => ({ ...piece, lease }));
    },
    work({ lease, ...piece }) {
      const held = { ...context, owner: lease.owner };
      return orGiveBack(held, piece.tasks, () =>
        piece.isPolled ? pollTogether(held, piece.tasks, lease) : takeUp(held, piece.tasks[0]),
      );
    },
  });
}

/** A poll with each credential of the channel, and a cancel. */
function longestLookMs({ connectTimeoutMs, pollTimeoutMs }: WorkerContext['config']): number {
  return (2 + mostSiblings) * (connectTimeoutMs + pollTimeoutMs);
}
