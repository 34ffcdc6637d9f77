/** What can wait a moment, gathered: each thing is run once, however often it was added meanwhile. */
export interface Later<T> {
  add(thing: T): void;
  delete(thing: T): void;
  stop(): void;
}

export function createLater<T>(afterMs: number, run: (thing: T) => Promise<void>): Later<T> {
  const things = new Set<T>();
  let timer: NodeJS.Timeout | undefined;
  return {
    add(thing) {
      things.add(thing);
      timer ??= setTimeout(() => {
        timer = undefined;
        const due = [...things];
        things.clear();
        for (const one of due) void run(one);
      }, afterMs);
    },
    delete: (thing) => void things.delete(thing),
    stop: () => clearTimeout(timer),
  };
}
