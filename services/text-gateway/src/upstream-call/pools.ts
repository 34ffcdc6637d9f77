import { Pool } from 'undici';

export interface Pools {
  /** The connections to one origin that are made within so long; the pool is made on first use. */
  of(origin: string, connectMs: number): Pool;
  close(): Promise<void>;
}

/** Streams each keep a connection: this bounds how many one origin serves at a time. */
const maxConnections = 10_000;
/** Origins that are not used for long are dropped when there are more than this. */
const maxOrigins = 1_000;

export function createPools(): Pools {
  const pools = new Map<string, Pool>();
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
          // A connection per stream: none waits for another's window, and a reset takes only one.
          allowH2: false,
          keepAliveTimeout: 30_000,
          connect: { timeout: connectMs },
        });
      }
      pools.set(name, pool);
      dropOldest();
      return pool;
    },
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
