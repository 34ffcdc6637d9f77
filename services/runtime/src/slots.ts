/** Things under way, in no order. */
export interface Slots<T> extends Iterable<T> {
  /** Gives the place by which it is taken out. */
  add(thing: T): number;
  remove(place: number): void;
  readonly size: number;
}

/**
 * For what comes and goes with every request. A Set or a Map is no place for that: each table that V8 replaces by another as
 * they fill and empty leads on to the next, so that one that grew old keeps all that follow, and what was in them, until the
 * old generation is collected. See decisions/2026-11-22-tables-that-fill-and-empty.md.
 */
export function createSlots<T>(): Slots<T> {
  const things: (T | undefined)[] = [];
  const free: number[] = [];
  let size = 0;
  return {
    add(thing) {
      const place = free.pop() ?? things.length;
      things[place] = thing;
      size += 1;
      return place;
    },
    remove(place) {
      if (things[place] === undefined) return;
      things[place] = undefined;
      free.push(place);
      size -= 1;
    },
    get size() {
      return size;
    },
    *[Symbol.iterator]() {
      for (const thing of things) if (thing !== undefined) yield thing;
    },
  };
}
