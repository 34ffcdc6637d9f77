import type { DrawResult } from './draw-once.ts';

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
  /**
   * Monotonic milliseconds at which what was handed back is told once more: a database that was set back has forgotten it,
   * and nothing else would say it again. Undefined where that was done.
   */
  retellAt: number | undefined;
  consumed: bigint;
  /** Worst cases of the requests under way. */
  reserved: bigint;
  /** The number of the draw that is under way or comes next. */
  drawNo: bigint;
  /** The draw under way: there is one at a time. */
  draw: Promise<DrawResult> | undefined;
  /** A draw went unanswered: the ledger may have granted it, or may yet. */
  isGrantUncertain: boolean;
  /** Monotonic milliseconds of the last reservation. */
  usedAt: number;
  /** Until then nothing beyond what requests need is drawn: others ran short. */
  frugalUntil: number;
  /** The purses that had too little when a draw was refused last. */
  lacking: readonly string[];
  waiters: Waiter[];
  /** Draws are being made for the waiters. */
  isServing: boolean;
}

/** A request that waits for units. */
export interface Waiter {
  amount: bigint;
  /** It was there when a wait for recalled units ended: its next draw is its last. */
  hasWaited: boolean;
  admit(): void;
  refuse(why: Refusal): void;
}

/**
 * `empty`: nothing is left. `unreachable`: the ledger is away. `overloaded`: too many wait, or this run has
 * used too many paths. `gone`: the client left.
 */
export type Refusal = 'empty' | 'unreachable' | 'overloaded' | 'gone';

export function createSlice(path: readonly string[]): Slice {
  return {
    path,
    granted: 0n,
    returned: 0n,
    returnConfirmed: 0n,
    retellAt: undefined,
    consumed: 0n,
    reserved: 0n,
    drawNo: 1n,
    draw: undefined,
    isGrantUncertain: false,
    usedAt: 0,
    frugalUntil: 0,
    lacking: [],
    waiters: [],
    isServing: false,
  };
}

export function freeOf(slice: Slice): bigint {
  return slice.granted - slice.returned - slice.consumed - slice.reserved;
}

/** Nothing is free, untold, under way or uncertain: until it is used again there is nothing to hand back. */
export function isQuiet(slice: Slice): boolean {
  const isTold = slice.returnConfirmed === slice.returned && slice.retellAt === undefined;
  const isKnown = slice.draw === undefined && !slice.isGrantUncertain;
  return isTold && isKnown && slice.waiters.length === 0 && freeOf(slice) <= 0n;
}

/** Hands everything free back, as far as this side is concerned; the ledger is told by the caller. */
export function returnFree(slice: Slice): void {
  const free = freeOf(slice);
  if (free > 0n) slice.returned += free;
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

/** Refuses the waiters for whom `isRefused` holds; the others keep their order. */
export function refuseWaiters(slice: Slice, why: Refusal, isRefused: (waiter: Waiter) => boolean): void {
  const refused = slice.waiters.filter(isRefused);
  slice.waiters = slice.waiters.filter((waiter) => !isRefused(waiter));
  for (const waiter of refused) waiter.refuse(why);
}

/** Nothing more comes: serves those for whom what is free lasts, and refuses the others. */
export function endWaiters(slice: Slice, why: Refusal): void {
  for (;;) {
    admitWaiters(slice);
    const first = slice.waiters.shift();
    if (!first) return;
    first.refuse(why);
  }
}
