/** Credentials that an upstream asked to be left alone for a while, by their names (see Route). */
export interface Cooling {
  cool(credential: string, forMs: number): void;
  /** How long it still is to be left alone, in whole milliseconds; 0 when it may be used. */
  remainingMs(credential: string): number;
}

/** Credentials that cool at the same time, at most. */
const maxCooling = 10_000;

/** @param now monotonic milliseconds. */
export function createCooling(now: () => number): Cooling {
  const until = new Map<string, number>();
  return {
    cool(credential, forMs) {
      until.delete(credential);
      until.set(credential, now() + forMs);
      const [oldest] = until.keys();
      if (until.size > maxCooling && oldest !== undefined) until.delete(oldest);
    },
    remainingMs(credential) {
      const end = until.get(credential);
      if (end === undefined) return 0;
      if (end > now()) return Math.ceil(end - now());
      until.delete(credential);
      return 0;
    },
  };
}
