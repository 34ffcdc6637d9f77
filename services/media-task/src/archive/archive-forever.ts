import type { WorkerConfig } from '../config.ts';
import type { WorkerContext } from '../context.ts';
import {
  claimArchive,
  type DueArchive,
  forgetArchive,
  giveBackArchive,
  postponeArchive,
} from '../sql/endings/archive.ts';
import { startPool } from '../step/start-pool.ts';
import { type ArchiveContext, archiveResult } from './archive-result.ts';
import { archiveLeaseMs, whileRenewed } from './while-renewed.ts';

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

const growth = 4;
/** A store that was away for long is soon made use of again. */
const longestPauseMs = 3_600_000;

/** Copies results to the store, several at a time, until it is told to stop; does nothing where archiving is off. */
export async function archiveForever(context: ArchivingContext, stopping: AbortSignal): Promise<void> {
  const { config, knex } = context;
  if (!config.archiveResults || stopping.aborted) return;
  const places = config.archiveConcurrency;
  // A vendor that sends slowly leaves one place to the others, whose results expire meanwhile.
  const perChannel = Math.max(1, places - 1);
  const inHand = new Set<DueArchive>();
  const pool = startPool(context, {
    places,
    async claim() {
      const channels = [...inHand].map(({ task }) => task.channelId);
      const full = channels.filter((id) => channels.filter((other) => other === id).length >= perChannel);
      const due = await claimArchive(knex, archiveLeaseMs, full);
      return due ? [{ tasks: [due.task] as const, due }] : [];
    },
    async work({ due }) {
      inHand.add(due);
      await archiveOne(context, due, stopping).finally(() => inHand.delete(due));
    },
  });
  await new Promise((resolve) => stopping.addEventListener('abort', resolve, { once: true }));
  await pool.stop();
}

/** Copies one result that was claimed. Until it is copied, and if it never is, the vendor serves it. */
export async function archiveOne(
  context: ArchivingContext,
  { task, tries }: DueArchive,
  stopping: AbortSignal,
): Promise<void> {
  const { knex, log, config, metrics } = context;
  const signal = AbortSignal.any([AbortSignal.timeout(config.archiveTimeoutMs), stopping]);
  try {
    await whileRenewed(context, task, () => archiveResult(context, task, signal));
    metrics.archived.inc({ outcome: 'copied' });
  } catch (error) {
    if (stopping.aborted) {
      return giveBackArchive(knex, task.id);
    }
    const about = { task: task.id, tries, problem: error instanceof Error ? error.message : 'unknown' };
    metrics.archived.inc({ outcome: tries < config.archiveTries ? 'retried' : 'given_up' });
    if (tries < config.archiveTries) {
      log.warn(about, 'a result could not be archived, and will be tried again');
      const pauseMs = Math.min(config.archivePauseMs * growth ** (tries - 1), longestPauseMs);
      return postponeArchive(knex, task.id, pauseMs);
    }
    log.error(about, 'a result was not archived, and stays at its vendor for as long as that keeps it');
  }
  await forgetArchive(knex, task.id);
}
