import { wait } from '@headgate/runtime/wait';
import type { WorkerConfig } from '../config.ts';
import type { WorkerContext } from '../context.ts';
import { claimArchive, forgetArchive, giveBackArchive, postponeArchive } from '../sql/archive.ts';
import { type ArchiveContext, archiveResult } from './archive-result.ts';

export interface ArchivingContext extends ArchiveContext, Pick<WorkerContext, 'metrics'> {
  config: ArchiveContext['config'] &
    Pick<
      WorkerConfig,
      | 'archiveResults'
      | 'archiveConcurrency'
      | 'archiveTimeoutMs'
      | 'archivePauseMs'
      | 'archiveTries'
      | 'idleMs'
    >;
}

/** After this long somebody else may take up what a process that died has left. */
const leaseMarginMs = 60_000;
const growth = 4;

/** Copies results to the store, several at a time, until it is told to stop; does nothing where archiving is off. */
export async function archiveForever(context: ArchivingContext, stopping: AbortSignal): Promise<void> {
  const { archiveResults, archiveConcurrency, idleMs } = context.config;
  if (!archiveResults) return;
  const work = async (): Promise<void> => {
    while (!stopping.aborted) {
      const hadWork = await archiveNext(context, stopping).catch((error) => {
        context.log.warn({ err: error }, 'results wait to be archived');
        return false;
      });
      if (!hadWork) await wait(idleMs, stopping).catch(() => undefined);
    }
  };
  await Promise.all(Array.from({ length: archiveConcurrency }, work));
}

/** Copies one result that is due. False where there was none. Until it is copied, and if it never is, the vendor serves it. */
export async function archiveNext(context: ArchivingContext, stopping: AbortSignal): Promise<boolean> {
  const { knex, log, config, metrics } = context;
  const due = await claimArchive(knex, config.archiveTimeoutMs + leaseMarginMs);
  if (!due) return false;
  const { task, tries } = due;
  const signal = AbortSignal.any([AbortSignal.timeout(config.archiveTimeoutMs), stopping]);
  try {
    await archiveResult(context, task, signal);
    metrics.archived.inc({ outcome: 'copied' });
  } catch (error) {
    if (stopping.aborted) {
      await giveBackArchive(knex, task.id);
      return true;
    }
    const about = { task: task.id, tries, problem: error instanceof Error ? error.message : 'unknown' };
    metrics.archived.inc({ outcome: tries < config.archiveTries ? 'retried' : 'given_up' });
    if (tries < config.archiveTries) {
      log.warn(about, 'a result could not be archived, and will be tried again');
      await postponeArchive(knex, task.id, config.archivePauseMs * growth ** (tries - 1));
      return true;
    }
    log.error(about, 'a result was not archived, and stays at its vendor for as long as that keeps it');
  }
  await forgetArchive(knex, task.id);
  return true;
}
