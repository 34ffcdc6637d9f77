import { Pool } from 'undici';

export interface PoolTimeouts {
  connectTimeoutMs: number;
  firstByteTimeoutMs: number;
  idleTimeoutMs: number;
}

export interface Pools {
  /** The connections to one origin, made on first use. */
  of(origin: string): Pool;
  close(): Promise<void>;
}

/** Streams each keep a connection: this bounds how many one origin serves at a time. */
const maxConnections = 10_000;
/** Origins that are not used for long are dropped when there are more than this. */
const maxOrigins = 1_000;

export function createPools(timeouts: PoolTimeouts): Pools {
  const pools = new Map<string, Pool>();
  return {
    of(origin) {
      let pool = pools.get(origin);
      if (pool) {
        pools.delete(origin);
      } else {
        pool = new Pool(origin, {
          connections: maxConnections,
          pipelining: 1,
          keepAliveTimeout: 30_000,
          connect: { timeout: timeouts.connectTimeoutMs },
          headersTimeout: timeouts.firstByteTimeoutMs,
          bodyTimeout: timeouts.idleTimeoutMs,
        });
      }
      pools.set(origin, pool);
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
