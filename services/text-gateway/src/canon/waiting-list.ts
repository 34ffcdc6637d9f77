/** Things that wait under a name, those of a name in the order in which they came. */
export interface WaitingList<T> {
  add(name: string, thing: T): void;
  /** The first that waits under a name, which then waits no more; undefined where none does. */
  take(name: string): T | undefined;
}

export function createWaitingList<T>(): WaitingList<T> {
  /** What was taken stays where it is: to move all others up each time would take as long as there are. */
  const lists = new Map<string, { things: T[]; taken: number }>();
  return {
    add(name, thing) {
      const list = lists.get(name);
      if (list) list.things.push(thing);
      else lists.set(name, { things: [thing], taken: 0 });
    },
    take(name) {
      const list = lists.get(name);
      if (!list || list.taken === list.things.length) return undefined;
      list.taken += 1;
      return list.things[list.taken - 1];
    },
  };
}
