/**
 * A slice: what this run may spend on one path without asking. All counters only grow, so that messages
 * about them may be lost, doubled or reordered.
 */
export interface Slice {
  path: readonly string[];
  granted: bigint;
  /** Handed back, and the part of it that the ledger has confirmed. */
  returned: bigint;
  returnConfirmed: bigint;
  consumed: bigint;
  /** Worst cases of the requests under way. */
  reserved: bigint;
  /** The number of the draw that is under way or comes next. */
  drawNo: bigint;
  /** Monotonic milliseconds of the last reservation. */
  usedAt: number;
  /** Until then nothing beyond what requests need is drawn: others ran short. */
  frugalUntil: number;
  waiters: Waiter[];
  isDrawing: boolean;
}

/** A request that waits for units. */
export interface Waiter {
  amount: bigint;
  admit(): void;
  refuse(why: Refusal): void;
}

/** `empty`: nothing is left. `unreachable`: the ledger is away. `overloaded`: too many wait. */
export type Refusal = 'empty' | 'unreachable' | 'overloaded';

export function createSlice(path: readonly string[]): Slice {
  return {
    path,
    granted: 0n,
    returned: 0n,
    returnConfirmed: 0n,
    consumed: 0n,
    reserved: 0n,
    drawNo: 1n,
    usedAt: 0,
    frugalUntil: 0,
    waiters: [],
    isDrawing: false,
  };
}

export function freeOf(slice: Slice): bigint {
  return slice.granted - slice.returned - slice.consumed - slice.reserved;
}

/** Hands everything free back, as far as this side is concerned; the ledger is told by the caller. */
export function returnFree(slice: Slice): bigint {
  const free = freeOf(slice);
  if (free > 0n) slice.returned += free;
  return free;
}

/** Serves waiters in their order while what is free lasts. */
export function admitWaiters(slice: Slice): void {
  for (;;) {
    const next = slice.waiters[0];
    if (!next || next.amount > freeOf(slice)) return;
    slice.waiters.shift();
    slice.reserved += next.amount;
    next.admit();
  }
}

/** Refuses every waiter who asks for at least `amount`: what is not there for one is not there for more. */
export function refuseWaiters(slice: Slice, amount: bigint, why: Refusal): void {
  const refused = slice.waiters.filter((waiter) => waiter.amount >= amount);
  slice.waiters = slice.waiters.filter((waiter) => waiter.amount < amount);
  for (const waiter of refused) waiter.refuse(why);
}
