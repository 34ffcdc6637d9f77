import type { PlacesQuestion } from './count-places.ts';
import { type Places, roomIn } from './places.ts';

/** Of the free places, all replicas together hold at most an eighth in hand. */
const sharesOfFree = 8;

export interface DeclaredPlaces {
  replica: string;
  replicas: number;
  livesMs: number;
  /** Requests that want a place now. */
  wanted: number;
  /** Nothing is kept in hand any more. */
  isStopped: boolean;
}

/** Says how many are taken, what is kept of what is in hand, and what is wanted ahead; the rest is in hand no longer. */
export function declarePlaces(
  places: Places,
  { replica, replicas, livesMs, wanted, isStopped }: DeclaredPlaces,
): PlacesQuestion {
  const { taken } = places;
  const divisor = sharesOfFree * replicas;
  const most = Math.max(0, Math.floor(roomIn(places) / divisor));
  // In hand is what was just given back: the next request comes for it soon, or not at all. More of it would be refused to others.
  const kept = isStopped ? 0 : Math.max(0, Math.min(places.leased - taken, Math.ceil(taken / 2), most));
  places.leased = taken + kept;
  return {
    replica,
    livesMs,
    limit: places.limit,
    divisor,
    declared: places.leased,
    wanted,
    ahead: Math.min(Math.ceil((taken + wanted) / 2), most) - kept,
  };
}
