/** The ledger's clock as this process knows it: nobody's wall clock but the ledger's decides which day it is. */
export interface LedgerClock {
  /** Notes what the ledger's clock shows now. */
  note(nowMs: number): void;
  /** Unix milliseconds; 0 until the ledger was heard of, and then nothing is admitted. */
  nowMs(): number;
}

/** @param steadyMs monotonic milliseconds, by which the clock goes on between two signs of the ledger. */
export function createLedgerClock(steadyMs: () => number): LedgerClock {
  let noted: { nowMs: number; atMs: number } | undefined;
  return {
    note(nowMs) {
      noted = { nowMs, atMs: steadyMs() };
    },
    nowMs: () => (noted ? noted.nowMs + steadyMs() - noted.atMs : 0),
  };
}
