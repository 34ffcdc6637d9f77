import type { Concurrency, Leave } from '../concurrency.ts';
import { countPlaces, readPlacesAnswer, writePlacesQuestion } from './count-places.ts';
import { fewExceed } from './few-exceed.ts';
import { inPortions } from './in-portions.ts';
import { createLater } from './later.ts';
import type { Link } from './link.ts';
import type { SharingCounts } from './sharing-counts.ts';

/** What a replica knows of a name's places; it exists while one is taken, in hand, or not told to be free. */
interface Places {
  name: string;
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

/** A replica that has not said so for this long has no places any more: what a crash leaves behind comes back. */
const livesMs = 15_000;
const renewMs = 5_000;
const fullMs = 50;
const soonMs = 10;
/** Of the free places, all replicas together hold at most an eighth in hand. */
const sharesOfFree = 8;

/** Requests at the same time at all replicas together. */
export function createSharedConcurrency(
  link: Link,
  counts: SharingCounts,
  now: () => number = () => performance.now(),
): Concurrency & { stop(): Promise<void> } {
  const byName = new Map<string, Places>();
  const soon = createLater<Places>(soonMs, ask);
  let isStopped = false;
  const renewer = setInterval(() => void renew(), renewMs).unref();
  link.onJoined(() => void renew());

  function find(name: string, limit: number): Places {
    let places = byName.get(name);
    if (!places) {
      places = {
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
      byName.set(name, places);
    }
    if (places.limit !== limit) {
      places.limit = limit;
      places.fullUntil = 0;
      places.leased = Math.min(places.leased, places.taken);
    }
    return places;
  }

  function occupy(places: Places): Leave {
    places.taken += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      places.taken -= 1;
      soon.add(places);
    };
  }

  function alone(places: Places): Leave | undefined {
    return places.taken < places.limit ? occupy(places) : undefined;
  }

  /** What is in hand is given out while all together stay below the limit: it may have been lowered, or not been shared for a while. */
  function isInHand(places: Places): boolean {
    return places.leased > places.taken && roomIn(places) > 0;
  }

  function roomIn({ limit, others, taken }: Places): number {
    return limit - others - taken;
  }

  /** One request at a time: until the server has counted it, the next one waits. */
  function mayBorrow({ isAsking, others, leased, taken, limit }: Places): boolean {
    if (isAsking || taken > leased || others + leased >= limit) return false;
    return fewExceed(limit, link.replicas());
  }

  /** Whoever waits is decided on by what is known here. */
  function decideAlone(places: Places, waiting: Places['waiting']): void {
    for (const resolve of waiting) {
      counts.alone += 1;
      resolve(alone(places));
    }
  }

  async function ask(places: Places): Promise<void> {
    if (places.isAsking) {
      // What is given back meanwhile is not in that question, and is told in another one.
      soon.add(places);
      return;
    }
    if (!link.isJoined()) {
      // The server may have gone while those who came later waited for their turn.
      decideAlone(places, places.waiting.splice(0));
      forget(places);
      return;
    }
    places.isAsking = true;
    places.mayBeCounted = true;
    soon.delete(places);
    const waiting = places.waiting.splice(0);
    // In hand is what was just given back: the next request comes for it soon, or not at all.
    const kept = isStopped
      ? 0
      : Math.max(0, Math.min(places.leased - places.taken, Math.ceil(places.taken / 2), roomIn(places)));
    places.leased = places.taken + kept;
    const question = writePlacesQuestion({
      replica: link.replica,
      livesMs,
      limit: places.limit,
      divisor: sharesOfFree * link.replicas(),
      declared: places.leased,
      wanted: waiting.length,
      ahead: Math.ceil((places.taken + waiting.length) / 2) - kept,
    });
    try {
      const answer = readPlacesAnswer(await link.run(countPlaces, `places:${places.name}`, question));
      counts.leases += 1;
      places.leased = answer.leased;
      places.mayBeCounted = answer.leased > 0;
      places.others = answer.total - answer.leased;
      if (answer.total >= places.limit) places.fullUntil = now() + fullMs;
      for (const [index, resolve] of waiting.entries())
        resolve(index < answer.granted ? occupy(places) : undefined);
    } catch {
      counts.failedLeases += 1;
      decideAlone(places, [...waiting, ...places.waiting.splice(0)]);
    } finally {
      places.isAsking = false;
    }
    if (places.waiting.length > 0) void ask(places);
    else if (places.leased < places.taken) soon.add(places);
    else forget(places);
  }

  function forget(places: Places): void {
    const isUnused = places.taken === 0 && places.waiting.length === 0;
    if (!isUnused || places.mayBeCounted) return;
    if (byName.get(places.name) === places) byName.delete(places.name);
  }

  function renew(): Promise<void> {
    return inPortions([...byName.values()], (places) => void ask(places));
  }

  return {
    enter(name, limit) {
      const places = find(name, limit);
      if (!link.isJoined()) {
        counts.alone += 1;
        return alone(places);
      }
      if (isInHand(places)) {
        counts.memory += 1;
        return occupy(places);
      }
      if (link.replicas() === 1) {
        counts.memory += 1;
        soon.add(places);
        return alone(places);
      }
      if (now() < places.fullUntil) {
        counts.memory += 1;
        return undefined;
      }
      if (mayBorrow(places)) {
        counts.credit += 1;
        const leave = occupy(places);
        void ask(places);
        return leave;
      }
      counts.waited += 1;
      return new Promise((resolve) => {
        places.waiting.push(resolve);
        void ask(places);
      });
    },
    async stop() {
      isStopped = true;
      clearInterval(renewer);
      soon.stop();
      await Promise.all([...byName.values()].map(ask));
    },
  };
}
