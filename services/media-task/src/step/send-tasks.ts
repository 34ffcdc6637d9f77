import { randomUUID } from 'node:crypto';
import type { WorkerContext } from '../context.ts';
import { claimTasks } from '../sql/claim-tasks.ts';
import { mostPlans } from './plan-ways.ts';
import { startPool, type Worker } from './pool.ts';
import { sendHeld } from './send-held.ts';

/**
 * Sends tasks whose clients were answered before, many at a time, until it is stopped. Apart from looking after tasks: one
 * of these may take as long as images take, and polls must not wait for it.
 */
export function startSender(context: WorkerContext): Worker {
  const { config, knex } = context;
  const leaseMs = longestSendMs(config) + config.leaseMarginMs;
  return startPool(context, {
    places: config.imageConcurrency,
    async claim(limit) {
      const room = { limit, perChannel: config.imageChannelConcurrency, errand: 'send' } as const;
      // A name for each claim: a process that was away for too long may take up what it has in hand already.
      const held = { ...context, owner: randomUUID() };
      const tasks = await claimTasks(knex, { owner: held.owner, ms: leaseMs }, room);
      return tasks.map((task) => ({ tasks: [task] as const, held }));
    },
    work: ({ tasks: [task], held }) => sendHeld(held, task),
  });
}

/** For each way its references are fetched, and one is tried after another until one takes the task. */
function longestSendMs({
  connectTimeoutMs,
  imageTimeoutMs,
  fetchMediaTimeoutMs,
}: WorkerContext['config']): number {
  return mostPlans * (fetchMediaTimeoutMs + connectTimeoutMs + imageTimeoutMs);
}
