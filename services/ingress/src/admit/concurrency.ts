export interface Concurrency {
  /** Takes one of `limit` places; undefined when all are taken. Each place is given back once. */
  enter(name: string, limit: number): Leave | undefined | Promise<Leave | undefined>;
}

export type Leave = () => void;

/** Requests at the same time. Entries exist only while a request of that name runs. */
export function createConcurrency(): { enter(name: string, limit: number): Leave | undefined } {
  const running = new Map<string, number>();
  return {
    enter(name, limit) {
      const count = running.get(name) ?? 0;
      if (count >= limit) return undefined;
      running.set(name, count + 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        const rest = (running.get(name) ?? 1) - 1;
        if (rest > 0) running.set(name, rest);
        else running.delete(name);
      };
    },
  };
}
