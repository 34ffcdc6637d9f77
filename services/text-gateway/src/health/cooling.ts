import { hash } from 'node:crypto';

/** Credentials that an upstream asked to be left alone for a while. */
export interface Cooling {
  /** Leaves a credential of a channel alone for so long. */
  cool(channelId: bigint, key: string, forMs: number): void;
  /** How long it still is to be left alone, in whole milliseconds; 0 when it may be used. */
  remainingMs(channelId: bigint, key: string): number;
}

/** Credentials that cool at the same time, at most. */
const maxCooling = 10_000;

/** @param now monotonic milliseconds. */
export function createCooling(now: () => number): Cooling {
  const until = new Map<string, number>();
  return {
    cool(channelId, key, forMs) {
      const name = nameOf(channelId, key);
      until.delete(name);
      until.set(name, now() + forMs);
      const [oldest] = until.keys();
      if (until.size > maxCooling && oldest !== undefined) until.delete(oldest);
    },
    remainingMs(channelId, key) {
      if (until.size === 0) return 0;
      const name = nameOf(channelId, key);
      const end = until.get(name);
      if (end === undefined) return 0;
      if (end > now()) return Math.ceil(end - now());
      until.delete(name);
      return 0;
    },
  };
}

/** A key keeps its name when a new catalog brings it in another place; its text is kept nowhere. */
function nameOf(channelId: bigint, key: string): string {
  return `${channelId}/${hash('sha256', key, 'base64')}`;
}
