import type { WorkerContext } from '../context.ts';
import { claimDueFiles, type DueFile, forgetFiles, keepFile, postponeFile } from '../sql/files.ts';

type SweepContext = Pick<WorkerContext, 'knex' | 'store' | 'log'> & {
  config: Pick<WorkerContext['config'], 'uploadRetentionMs'>;
};

/** Of one pass: a store that is slow must not hold a transaction open for long. */
const mostFiles = 100;

/** Until a file that could not be removed is looked at again. */
const retryMs = 10 * 60_000;

/** Removes files whose time is over, so many at a time. Returns how many were due. */
export function sweepFiles({ knex, store, config, log }: SweepContext): Promise<number> {
  return knex.transaction(async (transaction) => {
    const due = await claimDueFiles(transaction, mostFiles);
    const gone: string[] = [];
    for (const file of due) {
      try {
        const found = mayHaveCome(file) ? await store.find(file.key) : undefined;
        if (!found) await store.delete(file.key);
        if (!found) gone.push(file.key);
        else await keepFile(transaction, file.key, { ...found, retentionMs: config.uploadRetentionMs });
      } catch (error) {
        log.warn({ err: error }, 'a file whose time is over is still there');
        await postponeFile(transaction, file.key, retryMs);
      }
    }
    await forgetFiles(transaction, gone);
    return due.length;
  });
}

/** Clients put files into a bucket without a word to us; and a process may have died right after it had kept one. */
function mayHaveCome({ purpose, state }: DueFile): boolean {
  return purpose === 'upload' && state !== 'kept';
}
