import type { Leave } from '../../concurrency.ts';
import type { PlacesAnswer } from './count-places.ts';

/** What a replica knows of a name's places; it exists while one is taken, in hand, or not told to be free. */
export interface Places {
  readonly name: string;
  limit: number;
  taken: number;
  /** What the server counts as ours, taken or in hand. */
  leased: number;
  /** The server may count some as ours: so until it has answered that it does not. */
  mayBeCounted: boolean;
  others: number;
  fullUntil: number;
  isAsking: boolean;
  waiting: ((leave: Leave | undefined) => void)[];
}

export function createPlaces(name: string, limit: number): Places {
  return {
    name,
    limit,
    taken: 0,
    leased: 0,
    mayBeCounted: false,
    others: 0,
    fullUntil: 0,
    isAsking: false,
    waiting: [],
  };
}

export function roomIn({ limit, others, taken }: Places): number {
  return limit - others - taken;
}

/** What is in hand is given out while all together stay below the limit: it may have been lowered, or not been shared for a while. */
export function isInHand(places: Places): boolean {
  return places.leased > places.taken && roomIn(places) > 0;
}

/** Takes over what the server said. */
export function adoptPlaces(places: Places, { leased, total }: PlacesAnswer): void {
  places.leased = leased;
  places.mayBeCounted = leased > 0;
  places.others = total - leased;
}
