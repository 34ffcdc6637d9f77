import { claimCallbacks, type DueCallback } from '../sql/endings/callbacks.ts';
import { startPool } from '../step/start-pool.ts';
import { type CallbackContext, deliver } from './deliver.ts';

const places = 16;
/** Receivers that do not answer keep their own users' callbacks waiting, and nobody else's. */
const perUser = 4;

/** Tells clients of tasks that have ended, until it is stopped. */
export async function deliverForever(
  context: CallbackContext,
  idleMs: number,
  stopping: AbortSignal,
): Promise<void> {
  const { knex, log, settings } = context;
  const inHand = new Set<DueCallback>();
  const pool = startPool(
    { config: { idleMs }, log },
    {
      places,
      async claim(limit) {
        const userIds = [...inHand].map(({ task }) => task.userId);
        const leaseMs = 2 * settings.callbackTimeoutMs;
        const due = await claimCallbacks(knex, { limit, leaseMs, perUser, inHand: userIds });
        return due.map((callback) => ({ tasks: [callback.task] as const, callback }));
      },
      async work({ callback }) {
        inHand.add(callback);
        await deliver(context, callback, stopping).finally(() => inHand.delete(callback));
      },
    },
  );
  if (!stopping.aborted) {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
  }
  await pool.stop();
}
