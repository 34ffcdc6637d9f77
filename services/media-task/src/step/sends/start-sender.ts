import type { WorkerContext } from '../../context.ts';
import { claimTasks } from '../../sql/moves/claim-tasks.ts';
import { bringingLeaseMs, renewedLeaseMs } from '../leases.ts';
import { nameClaims } from '../name-claims.ts';
import { orGiveBack } from '../or-give-back.ts';
import { startPool } from '../start-pool.ts';
import type { Worker } from '../start-rounds.ts';
import { sendHeld } from './send-held.ts';

/**
 * Sends tasks whose clients were answered before, many at a time, until it is stopped. Apart from looking after tasks: one
 * of these may take as long as images take, and polls must not wait for it.
 */
export function startSender(context: WorkerContext): Worker {
  const { config } = context;
  const leaseMs = bringingLeaseMs(config);
  const named = nameClaims();
  return startPool(context, {
    places: config.imageConcurrency,
    async claim(limit) {
      const perChannel = config.imageChannelConcurrency;
      const room = { limit, perChannel, errand: 'send', renewedLeaseMs } as const;
      return named(async (owner) => {
        const tasks = await claimTasks(context, { owner, ms: leaseMs }, room);
        return tasks.map((task) => ({ tasks: [task] as const, held: { ...context, owner } }));
      });
    },
    work: ({ tasks, held }) => orGiveBack(held, tasks, () => sendHeld(held, tasks[0])),
  });
}
