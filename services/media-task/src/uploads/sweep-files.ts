import type { WorkerContext } from '../context.ts';
import { claimDueFiles, type DueFile, forgetFile, keepFile } from '../sql/files.ts';

type SweepContext = Pick<WorkerContext, 'knex' | 'store' | 'log'> & {
  config: Pick<WorkerContext['config'], 'uploadRetentionMs'>;
};

/** Of one pass. */
const mostFiles = 100;

/** Until a file that could not be removed, or whose sweeper died, is looked at again. Removing one twice does no harm. */
const leaseMs = 10 * 60_000;

/** Removes files whose time is over, so many at a time. Returns how many were due. Nothing is locked while the store is asked. */
export async function sweepFiles({ knex, store, config, log }: SweepContext): Promise<number> {
  const due = await claimDueFiles(knex, { limit: mostFiles, leaseMs });
  for (const file of due) {
    try {
      const found = mayHaveCome(file) ? await store.find(file.key) : undefined;
      if (found) await keepFile(knex, file.key, { ...found, retentionMs: config.uploadRetentionMs });
      else {
        await store.delete(file.key);
        await forgetFile(knex, file.key);
      }
    } catch (error) {
      log.warn({ err: error }, 'a file whose time is over is still there');
    }
  }
  return due.length;
}

/** Clients put files into a bucket without a word to us; and a process may have died right after it had kept one. */
function mayHaveCome({ purpose, state }: DueFile): boolean {
  return purpose === 'upload' && state !== 'kept';
}
