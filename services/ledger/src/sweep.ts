import type { Log } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import { releaseIfBooked } from './book/finish-run.ts';
import { findOpenRuns, reclaimRun } from './book/reclaim.ts';
import type { SilenceWatch } from './book/silence.ts';
import type { LedgerMetrics } from './metrics.ts';

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
    for (const { id } of runs.filter(({ isBooked }) => isBooked)) await releaseIfBooked(knex, id);
    for (const run of silence.observe(runs)) {
      const units = await reclaimRun(knex, run);
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
