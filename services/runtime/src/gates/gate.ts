/** Lets so many through at a time, while so many more wait. */
export interface Gate {
  /** Waits for its turn; gives what to call when it is over. Undefined: there is no room to wait, or nobody waits any more. */
  enter(signal: AbortSignal): Promise<(() => void) | undefined>;
}

/** Makes a gate. Whoever waits enters in the order of asking. */
export function createGate({ places, queue }: { places: number; queue: number }): Gate {
  let free = places;
  const waiting = new Set<() => void>();
  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  return {
    async enter(signal) {
      if (signal.aborted) return undefined;
      if (free > 0) {
        free -= 1;
        return leave;
      }
      if (waiting.size >= queue) return undefined;
      return new Promise((resolve) => {
        const giveUp = (): void => {
          waiting.delete(go);
          resolve(undefined);
        };
        const go = (): void => {
          waiting.delete(go);
          signal.removeEventListener('abort', giveUp);
          resolve(leave);
        };
        waiting.add(go);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
  };
}
