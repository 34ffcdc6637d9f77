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

interface KeptPool {
  pool: Pool;
  /** Which use of any pool was the last of this one. */
  lastUse: number;
}

export function createPools(): Pools {
  const pools = new Map<string, KeptPool>();
  const closedKept = new WeakSet<Error>();
  let uses = 0;

  function make(name: string, origin: string, connectMs: number): KeptPool {
    if (pools.size >= maxOrigins) dropOldest();
    const pool = new Pool(origin, {
      connections: maxConnections,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      connect: connectWatched(connectMs, (error) => closedKept.add(error)),
    });
    const kept = { pool, lastUse: 0 };
    pools.set(name, kept);
    return kept;
  }

  function dropOldest(): void {
    const [name, { pool }] = [...pools].reduce((oldest, one) =>
      one[1].lastUse < oldest[1].lastUse ? one : oldest,
    );
    pools.delete(name);
    // close() lets its requests finish.
    pool.close().catch(() => undefined);
  }

  return {
    of(origin, connectMs) {
      const name = `${origin} ${connectMs}`;
      const kept = pools.get(name) ?? make(name, origin, connectMs);
      uses += 1;
      kept.lastUse = uses;
      return kept.pool;
    },
    wasClosedKept: (error) => closedKept.has(error),
    async close() {
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
    },
  };
}
