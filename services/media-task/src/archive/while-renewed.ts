import type { WorkerContext } from '../context.ts';
import { postponeArchive } from '../sql/endings/archive.ts';
import type { Task } from '../task/task.ts';

export const renewEveryMs = 30_000;

/**
 * After this long somebody else may take up what a process that died has left. One that is alive and could not renew it that long
 * does no harm: the result is copied twice.
 */
export const archiveLeaseMs = 4 * renewEveryMs;

/** Runs what copies a result, and holds it meanwhile: a film may take half an hour, and some vendors keep theirs for one alone. */
export async function whileRenewed(
  { knex, log }: Pick<WorkerContext, 'knex' | 'log'>,
  { id }: Pick<Task, 'id'>,
  run: () => Promise<void>,
): Promise<void> {
  let renewing: Promise<void> = Promise.resolve();
  const renew = (): void => {
    renewing = postponeArchive(knex, id, archiveLeaseMs).catch((error) =>
      log.warn({ err: error, task: id }, 'a result that is copied waits for the database'),
    );
  };
  const timer = setInterval(renew, renewEveryMs);
  try {
    await run();
  } finally {
    clearInterval(timer);
    // What follows says when it is due.
    await renewing;
  }
}
