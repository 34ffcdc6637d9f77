import { randomUUID } from 'node:crypto';
import type { WorkerContext } from '../../context.ts';
import { claimTasks } from '../../sql/moves/claim-tasks.ts';
import { startPool } from '../start-pool.ts';
import type { Worker } from '../start-rounds.ts';
import { sendHeld } from './send-held.ts';
import { bringingLeaseMs } from './send-leases.ts';

/**
 * Sends tasks whose clients were answered before, many at a time, until it is stopped. Apart from looking after tasks: one
 * of these may take as long as images take, and polls must not wait for it.
 */
export function startSender(context: WorkerContext): Worker {
  const { config, knex } = context;
  const leaseMs = bringingLeaseMs(config);
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
