import type { Entry, EntryKind } from '../book/entry.ts';
import type { Posted } from '../book/post.ts';
import { releaseIfBooked } from '../book/runs/finish-run.ts';
import type { SettleContext } from './context.ts';

/** Counts and announces what a batch did, says aloud what a person must look at, and ends runs whose last close it had. */
export async function report(
  { knex, announce, metrics, log }: Pick<SettleContext, 'knex' | 'announce' | 'metrics' | 'log'>,
  { entries, parked, unbackedUnits, notices, bookedRuns }: Posted,
): Promise<void> {
  for (const [kind, { count, units }] of sumByKind(entries)) {
    metrics.entries.inc({ kind }, count);
    if (units > 0n) metrics.settledUnits.inc({ kind }, Number(units));
  }
  for (const { id, overrun, late } of entries) {
    if (overrun > 0n) {
      metrics.overruns.inc();
      metrics.overrunUnits.inc(Number(overrun));
      log.warn({ id, overrun: String(overrun) }, 'a request cost more than was reserved for it');
    }
    if (late) {
      metrics.late.inc();
      log.warn({ id }, 'a close was booked after its run was released');
    }
  }
  for (const { id, reason } of parked) {
    metrics.parked.inc({ reason });
    log.error(
      { id, reason },
      'a close was parked, and waits to be booked or dropped: headgate ledger parked list',
    );
  }
  metrics.unbackedUnits.inc(Number(unbackedUnits));
  metrics.notices.inc(notices.length);
  announce.noticesGiven(notices);
  for (const run of bookedRuns) await releaseIfBooked(knex, run);
}

function sumByKind(entries: readonly Entry[]): Map<EntryKind, { count: number; units: bigint }> {
  const sums = new Map<EntryKind, { count: number; units: bigint }>();
  for (const { kind, amount } of entries) {
    const sum = sums.get(kind) ?? { count: 0, units: 0n };
    sums.set(kind, { count: sum.count + 1, units: sum.units + amount });
  }
  return sums;
}
