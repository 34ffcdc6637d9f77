import { wait } from '@headgate/runtime/wait';
import type { WorkerContext } from '../context.ts';
import { claimTasks } from '../sql/claim-tasks.ts';
import { mostSiblings } from './ask-upstream.ts';
import { groupPolls, type Piece } from './group-polls.ts';
import { pollTogether } from './poll-together.ts';
import { takeUp } from './take-up.ts';

export interface Worker {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Takes no more tasks, and waits for those that are being looked at. */
  stop(): Promise<void>;
}

/** Looks after tasks that are due, many at a time, until it is stopped. */
export function startWorker(context: WorkerContext): Worker {
  const { config, knex, owner, log, metrics } = context;
  const lease = { owner, ms: longestLookMs(config) + config.leaseMarginMs };
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  let inHand = 0;
  let wakeUp: (() => void) | undefined;

  function look(piece: Piece): void {
    inHand += piece.tasks.length;
    const [first] = piece.tasks;
    const looking = piece.isPolled ? pollTogether(context, piece.tasks, lease) : takeUp(context, first);
    const work = looking
      .catch((error) => log.error({ err: error, task: first.id }, 'a task waits for its lease to end'))
      .finally(() => {
        inHand -= piece.tasks.length;
        running.delete(work);
        wakeUp?.();
      });
    running.add(work);
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = config.concurrency - inHand;
      const asleep = new Promise<void>((resolve) => {
        wakeUp = resolve;
      });
      let claimed = 0;
      if (free > 0) {
        try {
          const tasks = await claimTasks(knex, lease, { limit: free, perChannel: config.channelConcurrency });
          claimed = tasks.length;
          for (const { dueAt } of tasks) metrics.pollLag.observe(Math.max(0, Date.now() - dueAt) / 1_000);
          for (const piece of groupPolls(tasks)) look(piece);
        } catch (error) {
          log.warn({ err: error }, 'tasks cannot be claimed');
        }
      }
      if (claimed > 0) continue;
      await Promise.race([asleep, wait(config.idleMs, stopping.signal).catch(() => undefined)]);
    }
  }

  const looping = loop();
  return {
    wake: () => wakeUp?.(),
    async stop() {
      stopping.abort();
      wakeUp?.();
      await looping;
      await Promise.all(running);
    },
  };
}

/** A poll with each credential of the channel, and a cancel. */
function longestLookMs({ connectTimeoutMs, pollTimeoutMs }: WorkerContext['config']): number {
  return (2 + mostSiblings) * (connectTimeoutMs + pollTimeoutMs);
}
