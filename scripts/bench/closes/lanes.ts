/** Closes as gateways publish them, booked by a real ledger: whose they are decides which rows it writes. */
export interface ClosesLane {
  name: string;
  /** Keys that take turns; ten belong to one user. */
  keys: number;
  /** Booked before the lane begins, those of other lanes left aside. */
  entries?: number;
}

const manyEntries = Number(process.env.HEADGATE_BENCH_ENTRIES ?? 10_000_000);

/** Ratios are of the first to the second. Those on a large table come after the others, and alone. */
export const closesLanes: readonly ClosesLane[] = [
  { name: 'closes of one hot key', keys: 1 },
  { name: 'closes of 1,000 keys', keys: 1_000 },
  { name: 'closes of 1,000 keys on a large table', keys: 1_000, entries: manyEntries },
];
