import type { Log } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import { releaseIfBooked } from './book/runs/finish-run.ts';
import { findOpenRuns, reclaimRun } from './book/runs/reclaim.ts';
import type { SilenceWatch } from './book/runs/silence.ts';
import type { LedgerMetrics } from './metrics.ts';
import { isDataError } from './postgres/transaction.ts';

export interface SweepContext {
  knex: Knex;
  silence: SilenceWatch;
  metrics: LedgerMetrics;
  log: Log;
}

/**
 * Looks at all open runs once: releases those that only wait for it, and takes back what silent ones hold.
 * Rejects when the database does not answer; then nobody's silence counts.
 */
export async function sweepRuns({ knex, silence, metrics, log }: SweepContext): Promise<void> {
  try {
    const runs = await findOpenRuns(knex);
    metrics.openRuns.set(runs.length);
    for (const { id } of runs.filter(({ isBooked }) => isBooked))
      await unlessRefused(id, log, () => releaseIfBooked(knex, id));
    for (const run of silence.observe(runs)) {
      const units = await unlessRefused(run.id, log, () => reclaimRun(knex, run));
      if (units === undefined) continue;
      metrics.reclaimedRuns.inc();
      metrics.reclaimedUnits.inc(Number(units));
      log.error({ run: run.id, units: String(units) }, 'a silent run was reclaimed');
    }
  } catch (error) {
    silence.reset();
    throw error;
  }
}

/** Undefined where the tables refuse to release a run, which is tried again: that keeps no other from being released. */
async function unlessRefused<T>(run: string, log: Log, release: () => Promise<T>): Promise<T | undefined> {
  try {
    return await release();
  } catch (error) {
    if (!isDataError(error)) throw error;
    log.error({ err: error, run }, 'a run cannot be released: headgate ledger verify says what contradicts');
    return undefined;
  }
}
