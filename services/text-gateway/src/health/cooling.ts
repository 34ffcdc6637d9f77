/** Circuits (see Route) that an upstream asked to be left alone for a while. Vendors limit each model by itself. */
export interface Cooling {
  cool(circuit: string, forMs: number): void;
  /** How long it still is to be left alone, in whole milliseconds; 0 when it may be used. */
  remainingMs(circuit: string): number;
}

/** Those that cool at the same time, at most. */
const maxCooling = 10_000;

/** @param now monotonic milliseconds. */
export function createCooling(now: () => number): Cooling {
  const until = new Map<string, number>();
  return {
    cool(circuit, forMs) {
      until.delete(circuit);
      until.set(circuit, now() + forMs);
      const [oldest] = until.keys();
      if (until.size > maxCooling && oldest !== undefined) until.delete(oldest);
    },
    remainingMs(circuit) {
      const end = until.get(circuit);
      if (end === undefined) return 0;
      if (end > now()) return Math.ceil(end - now());
      until.delete(circuit);
      return 0;
    },
  };
}
