/** Closes as gateways publish them, booked by a real ledger: whose they are decides which rows it writes. */
export interface ClosesLane {
  name: string;
  /** Keys that take turns; ten belong to one user. */
  keys: number;
}

/** Ratios are of the first to the second. */
export const closesLanes: readonly ClosesLane[] = [
  { name: 'closes of one hot key', keys: 1 },
  { name: 'closes of 1,000 keys', keys: 1_000 },
];
