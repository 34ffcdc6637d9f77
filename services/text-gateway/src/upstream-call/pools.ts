import { Pool } from 'undici';
import { connectWatched } from './connect-watched.ts';

export interface Pools {
  /** The connections to one origin that are made within so long; the pool is made on first use. */
  of(origin: string, connectMs: number): Pool;
  /** Whether a call failed since its connection, which had carried answers before, was closed by the upstream. */
  wasClosedKept(error: Error): boolean;
  close(): Promise<void>;
}

/** Streams each keep a connection: this bounds how many one origin serves at a time. */
const maxConnections = 10_000;
/** Origins that are not used for long are dropped when there are more than this. */
const maxOrigins = 1_000;

export function createPools(): Pools {
  const pools = new Map<string, Pool>();
  const closedKept = new WeakSet<Error>();
  return {
    of(origin, connectMs) {
      const name = `${origin} ${connectMs}`;
      let pool = pools.get(name);
      if (pool) {
        pools.delete(name);
      } else {
        pool = new Pool(origin, {
          connections: maxConnections,
          pipelining: 1,
          keepAliveTimeout: 30_000,
          connect: connectWatched(connectMs, (error) => closedKept.add(error)),
        });
      }
      pools.set(name, pool);
      dropOldest();
      return pool;
    },
    wasClosedKept: (error) => closedKept.has(error),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };

  function dropOldest(): void {
    const [oldest] = pools.entries();
    if (pools.size <= maxOrigins || !oldest) return;
    pools.delete(oldest[0]);
    // close() lets its requests finish.
    oldest[1].close().catch(() => undefined);
  }
}
