import type { Concurrency, Leave } from '../concurrency.ts';
import { fewExceed } from './few-exceed.ts';
import { inPortions } from './in-portions.ts';
import { createLater } from './later.ts';
import type { Link } from './link/link.ts';
import { countPlaces, readPlacesAnswer, writePlacesQuestion } from './places/count-places.ts';
import { declarePlaces } from './places/declare-places.ts';
import { adoptPlaces, createPlaces, isInHand, type Places, roomIn } from './places/places.ts';
import type { SharingCounts } from './sharing-counts.ts';

/** A replica that has not said so for this long has no places any more: what a crash leaves behind comes back. */
const livesMs = 15_000;
const renewMs = 5_000;
const fullMs = 50;
const soonMs = 10;

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
      places = createPlaces(name, limit);
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

  /** What came in hand since they began to wait is theirs: kept, it would be missing from what the server can grant them. */
  function serveInHand(places: Places): void {
    while (places.waiting.length > 0 && isInHand(places)) places.waiting.shift()?.(occupy(places));
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
    serveInHand(places);
    const waiting = places.waiting.splice(0);
    const question = declarePlaces(places, {
      replica: link.replica,
      replicas: link.replicas(),
      livesMs,
      wanted: waiting.length,
      isStopped,
    });
    try {
      const answer = readPlacesAnswer(
        await link.run(countPlaces, `places:${places.name}`, writePlacesQuestion(question)),
      );
      counts.leases += 1;
      adoptPlaces(places, answer);
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
      // One that has fallen silent may have places until its lease ends: only the server knows.
      if (link.replicas() === 1 && (places.others === 0 || roomIn(places) > 0)) {
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
