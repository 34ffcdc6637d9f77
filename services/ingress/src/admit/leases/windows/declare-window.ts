import type { WindowQuestion } from './count-window.ts';
import { foresee, inHand, type Window } from './window.ts';

/** Of what is free, all replicas together hold at most an eighth without having used it. */
const sharesOfFree = 8;
/** The next window is leased ahead of so long before it begins, or in the last tenth of short ones. */
const beforeEndMs = 1_500;

export interface Declared {
  replica: string;
  replicas: number;
  windowMs: number;
  /** For how long is leased ahead; 0 hands back what is in hand. */
  leadMs: number;
  demands: readonly number[];
  now: number;
}

/** Says what was used, what is kept of what is in hand, and what is wanted ahead; the rest is in hand no longer. */
export function declareWindow(
  window: Window,
  { replica, replicas, windowMs, leadMs, demands, now }: Declared,
): WindowQuestion {
  const wanted = foresee(window, now, leadMs);
  const kept = Math.min(Math.max(0, inHand(window)), 2 * wanted);
  window.leased = window.used + kept;
  return {
    replica,
    windowMs,
    limit: window.limit,
    divisor: sharesOfFree * replicas,
    agoMs: window.endsAt === 0 ? 0 : Math.round(now - window.startsAt),
    startId: window.startId,
    declared: window.leased,
    ahead: Math.max(0, wanted - kept),
    nextAhead: isNearEnd(window, now, windowMs) ? wanted : 0,
    demands,
  };
}

export function isNearEnd(window: Window, now: number, windowMs: number): boolean {
  return window.endsAt !== 0 && window.endsAt - now < Math.min(beforeEndMs, windowMs / 10);
}
