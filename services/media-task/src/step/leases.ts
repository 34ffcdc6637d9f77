import type { WorkerConfig } from '../config.ts';
import type { WorkerContext } from '../context.ts';
import { renewLease } from '../sql/moves/renew-lease.ts';
import type { Task } from '../task/task.ts';
import { untilBackMs } from './sends/note-submitted.ts';

type Times = Pick<WorkerConfig, 'fetchMediaTimeoutMs' | 'leaseMarginMs'>;

/** How long a task is held until its references are there: where its worker dies, another shall send it in time. */
export function bringingLeaseMs({ fetchMediaTimeoutMs, leaseMarginMs }: Times): number {
  return fetchMediaTimeoutMs + leaseMarginMs;
}

export const renewEveryMs = 30_000;

/**
 * How long a task is held from when it is sent, and from each renewal, also of one whose film is on its way to the store. Longer than a
 * database is away in a failover.
 */
export const makingLeaseMs = untilBackMs + 2 * renewEveryMs;

/**
 * What the lease of a sent task has left where its worker lives, which has renewed it within two minutes: with less it keeps no place
 * from others any more. Nobody looks it up before it has ended all the same.
 */
export const renewedLeaseMs = makingLeaseMs - 4 * renewEveryMs;

/** Runs what sends a task or keeps what was made, and renews its lease meanwhile: images may take twenty minutes. */
export async function whileRenewed<Result>(
  { knex, owner, log }: Pick<WorkerContext, 'knex' | 'owner' | 'log'>,
  { id }: Pick<Task, 'id'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const renew = (): void => {
    renewLease(knex, id, owner, makingLeaseMs).catch((error) =>
      log.warn({ err: error, task: id }, 'the lease of a task waits for the database'),
    );
  };
  const timer = setInterval(renew, renewEveryMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
