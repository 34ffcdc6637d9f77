import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { createConnector } from '@headgate/runtime/outbound/egress/connector';
import { type Egress, withoutProxy } from '@headgate/runtime/outbound/egress/egress';
import { Pool } from 'undici';
import { connectWatched, watchSends } from './connect-watched.ts';
import { shareLookup } from './share-lookup.ts';

export interface Pools {
  /** The connections to one origin that are made within so long; the pool is made on first use. */
  of(origin: string, connectMs: number): Pool;
  /** Whether a call failed since its connection, which had carried answers before, was closed by the upstream without another word. */
  wasClosedKept(error: Error): boolean;
  close(): Promise<void>;
}

/** Streams each keep a connection: this bounds how many one origin serves at a time. */
const maxConnections = 10_000;
/** After this long a connection takes no further request: what is never idle would stay with an address that the name has left. */
const connectionLifeMs = 5 * 60_000;
/** Origins that are not used for long are dropped when there are more than this. */
const maxOrigins = 1_000;

interface KeptPool {
  pool: Pool;
  origin: string;
  connectMs: number;
  /** Which use of any pool was the last of this one. */
  lastUse: number;
}

export function createPools(egress: Egress = withoutProxy, lookUp: LookupFunction = lookup): Pools {
  const all = new Set<KeptPool>();
  const byOrigin = new Map<string, Map<number, KeptPool>>();
  const closedKept = new WeakSet<Error>();
  const sends = watchSends();
  let uses = 0;

  function make(origin: string, connectMs: number): KeptPool {
    if (all.size >= maxOrigins) dropOldest();
    const pool = new Pool(origin, {
      connections: maxConnections,
      pipelining: 1,
      keepAliveTimeout: 30_000,
      clientTtl: connectionLifeMs,
      connect: connectWatched(
        createConnector(egress, { timeout: connectMs, lookup: shareLookup(lookUp) }),
        sends,
        (error) => closedKept.add(error),
      ),
    });
    const kept = { pool, origin, connectMs, lastUse: 0 };
    const siblings = byOrigin.get(origin) ?? new Map<number, KeptPool>();
    byOrigin.set(origin, siblings.set(connectMs, kept));
    all.add(kept);
    return kept;
  }

  function dropOldest(): void {
    const oldest = [...all].reduce((one, other) => (other.lastUse < one.lastUse ? other : one));
    all.delete(oldest);
    const siblings = byOrigin.get(oldest.origin);
    siblings?.delete(oldest.connectMs);
    if (siblings?.size === 0) byOrigin.delete(oldest.origin);
    // close() lets its requests finish.
    oldest.pool.close().catch(() => undefined);
  }

  return {
    of(origin, connectMs) {
      const kept = byOrigin.get(origin)?.get(connectMs) ?? make(origin, connectMs);
      uses += 1;
      kept.lastUse = uses;
      return kept.pool;
    },
    wasClosedKept: (error) => closedKept.has(error),
    async close() {
      sends.stop();
      await Promise.all([...all].map(({ pool }) => pool.destroy()));
    },
  };
}
