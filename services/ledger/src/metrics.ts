import { Counter, Gauge, type Registry } from '@headgate/runtime/metrics';

export type LedgerMetrics = ReturnType<typeof createLedgerMetrics>;

/** All numbers that the ledger publishes. Labels come from closed lists only. */
export function createLedgerMetrics(registry: Registry) {
  const registers = [registry];
  return {
    entries: new Counter({
      name: 'headgate_ledger_entries_total',
      help: 'Entries booked',
      labelNames: ['kind'],
      registers,
    }),
    settledUnits: new Counter({
      name: 'headgate_ledger_settled_units_total',
      help: 'Quota units that closes were billed for, by the kind of entry',
      labelNames: ['kind'],
      registers,
    }),
    parked: new Counter({
      name: 'headgate_ledger_parked_total',
      help: 'Closes that could not be booked and wait for a person',
      labelNames: ['reason'],
      registers,
    }),
    openParked: new Gauge({
      name: 'headgate_ledger_open_parked',
      help: 'Parked events that nobody has booked or dropped: headgate ledger parked list',
      registers,
    }),
    overruns: new Counter({
      name: 'headgate_ledger_overruns_total',
      help: 'Closes that cost more than was reserved for them',
      registers,
    }),
    overrunUnits: new Counter({
      name: 'headgate_ledger_overrun_units_total',
      help: 'Quota units billed beyond what was reserved',
      registers,
    }),
    late: new Counter({
      name: 'headgate_ledger_late_closes_total',
      help: 'Closes booked after their run was released',
      registers,
    }),
    unbackedUnits: new Counter({
      name: 'headgate_ledger_unbacked_units_total',
      help: 'Quota units that closes consumed beyond what their slices held',
      registers,
    }),
    notices: new Counter({
      name: 'headgate_ledger_notices_total',
      help: 'Notices that a purse used as much as its soft limit says, or has less than its owner wants',
      registers,
    }),
    lag: new Gauge({
      name: 'headgate_ledger_stream_lag_messages',
      help: 'Messages of the billing stream that are not booked yet',
      registers,
    }),
    leading: new Gauge({
      name: 'headgate_ledger_leading',
      help: '1 in the process that books closes, 0 in those that stand by: the sum over all is 1',
      registers,
    }),
    draws: new Counter({
      name: 'headgate_ledger_draws_total',
      help: 'Draws answered',
      labelNames: ['outcome'],
      registers,
    }),
    holds: new Counter({
      name: 'headgate_ledger_holds_total',
      help: 'Holds answered',
      labelNames: ['outcome'],
      registers,
    }),
    openHolds: new Gauge({
      name: 'headgate_ledger_open_holds',
      help: 'Holds of media tasks that have not ended',
      registers,
    }),
    overdueHolds: new Gauge({
      name: 'headgate_ledger_overdue_holds',
      help: 'Holds that have not ended for longer than HEADGATE_HOLD_OVERDUE_MS: headgate ledger holds list',
      registers,
    }),
    strayRows: new Gauge({
      name: 'headgate_ledger_default_partition_rows',
      help: 'Rows whose ids are of no month that has a partition, up to 10,000; alert above 0',
      labelNames: ['table'],
      registers,
    }),
    openRuns: new Gauge({
      name: 'headgate_ledger_open_runs',
      help: 'Runs that may still hold units',
      registers,
    }),
    reclaimedRuns: new Counter({
      name: 'headgate_ledger_reclaimed_runs_total',
      help: 'Runs that were silent for too long and lost what they held',
      registers,
    }),
    reclaimedUnits: new Counter({
      name: 'headgate_ledger_reclaimed_units_total',
      help: 'Quota units taken back from silent runs',
      registers,
    }),
  };
}
