import type { WindowAnswer } from './count-window.ts';

/** What a replica knows of a name's window. Times are by its own clock. */
export interface Window {
  readonly name: string;
  limit: number;
  /** The server's name for the window; 0 while it has given none. */
  startId: number;
  startsAt: number;
  /** 0 while no window has begun. */
  endsAt: number;
  /** Counts windows, so that what belongs to one is not booked on the next. */
  epoch: number;
  /** Used here. */
  used: number;
  /** What the server counts as ours: more than was used is in hand, less is owed to it. */
  leased: number;
  /** What it counted as everybody else's. */
  others: number;
  /** In hand for the next window. */
  nextLeased: number;
  /** Until then the server's word that nothing is left is believed. */
  fullUntil: number;
  heardAt: number;
  isAsking: boolean;
  waiting: Waiting[];
  usedAt: number;
  /** Units used since `recentSince`, and what follows of them: units in a millisecond. */
  recent: number;
  recentSince: number;
  unitsPerMs: number;
}

/** Units of a window that a request has used. */
export interface Claim {
  window: Window;
  epoch: number;
}

export interface Refusal {
  retryAfterMs: number;
}

export interface Waiting {
  units: number;
  resolve(outcome: Claim | Refusal): void;
}

export function createWindow(name: string, limit: number, now: number): Window {
  return {
    name,
    limit,
    startId: 0,
    startsAt: 0,
    endsAt: 0,
    epoch: 0,
    used: 0,
    leased: 0,
    others: 0,
    nextLeased: 0,
    fullUntil: 0,
    heardAt: Number.NEGATIVE_INFINITY,
    isAsking: false,
    waiting: [],
    usedAt: now,
    recent: 0,
    recentSince: now,
    unitsPerMs: 0,
  };
}

export function inHand({ leased, used }: Window): number {
  return leased - used;
}

/** The window that holds now: the next one follows upon the last if it was leased ahead of. */
export function roll(window: Window, now: number, windowMs: number): void {
  if (window.endsAt === 0 || now < window.endsAt) return;
  const isNext = window.nextLeased > 0 && now < window.endsAt + windowMs;
  window.startsAt = isNext ? window.endsAt : 0;
  window.endsAt = isNext ? window.endsAt + windowMs : 0;
  window.startId = isNext ? window.startId + windowMs : 0;
  window.leased = isNext ? window.nextLeased : 0;
  window.nextLeased = 0;
  window.used = 0;
  window.others = 0;
  window.fullUntil = 0;
  window.epoch += 1;
}

export function spend(window: Window, units: number, now: number, windowMs: number): Claim {
  if (window.endsAt === 0) {
    window.startsAt = now;
    window.endsAt = now + windowMs;
  }
  window.used += units;
  window.recent += units;
  window.usedAt = now;
  return { window, epoch: window.epoch };
}

/** By what is known here, whatever has been leased. */
export function spendAlone(window: Window, units: number, now: number, windowMs: number): Claim | Refusal {
  if (window.others + window.used >= window.limit) return refuse(window, now);
  return spend(window, units, now, windowMs);
}

export function refuse(window: Window, now: number): Refusal {
  return { retryAfterMs: Math.max(1, Math.ceil(window.endsAt - now)) };
}

/** What was leased under another limit goes back with the next question. */
export function surrender(window: Window): void {
  window.leased = Math.min(window.leased, window.used);
  window.nextLeased = 0;
}

/** Shorter than this, and a burst would look like what goes on. */
const shortestMeasureMs = 100;

/** What the next `leadMs` will use if it goes on as it did; nothing for what is used less than once in that time. */
export function foresee(window: Window, now: number, leadMs: number): number {
  const elapsedMs = now - window.recentSince;
  if (elapsedMs >= shortestMeasureMs) {
    window.unitsPerMs = (window.unitsPerMs + window.recent / elapsedMs) / 2;
    window.recent = 0;
    window.recentSince = now;
  }
  return Math.max(0, Math.floor(window.unitsPerMs * leadMs));
}

/**
 * Takes over what the server said. `sent` is what was declared to it, of which epoch. The window ends here a little later than
 * there: ended it before, its count would be begun anew while it still goes on.
 */
export function adopt(
  window: Window,
  answer: WindowAnswer,
  sent: { epoch: number; used: number; windowMs: number },
  now: number,
): void {
  const isSameEpoch = window.epoch === sent.epoch;
  if (answer.isCounted && !isSameEpoch) window.used += sent.used;
  if (!answer.isCounted && isSameEpoch) window.used -= sent.used;
  if (!answer.isCounted && isSameEpoch) window.epoch += 1;
  window.startId = answer.startId;
  window.endsAt = now + answer.leftMs;
  window.startsAt = window.endsAt - sent.windowMs;
  window.leased = answer.leased;
  window.others = answer.total - answer.leased;
  window.nextLeased = answer.nextLeased;
}
