import { fault } from '@headgate/proto/faults';
import type {
  GetKeyChangesResponse,
  VerifyKeyResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { FaultError } from '@headgate/runtime/errors';
import { LRUCache } from 'lru-cache';
import { type KnownKey, toKnownKey } from './known-key.ts';

export interface KeyCache {
  /** The key with this hash, null when there is none, undefined when it must be looked up. */
  cached(hash: string): KnownKey | null | undefined;
  /** Asks account; callers who ask for the same hash at the same time share one question. */
  lookUp(hash: string): Promise<KnownKey | null>;
  /** Drops what has changed. */
  apply(changes: GetKeyChangesResponse): void;
  /** Account has been heard of: what is cached is as it says. */
  confirm(): void;
  /** Everything up to this version has been applied. */
  version(): bigint;
}

export interface KeyCacheOptions {
  verify: (hash: Buffer) => Promise<VerifyKeyResponse>;
  /** Most keys kept, and most hashes of which it is known that no key has them. */
  size: number;
  unknownSize: number;
  unknownTtlMs: number;
  /** How long the cache is good without word from account. */
  graceMs: number;
  now: () => number;
}

/** Questions under way at the same time. More means that somebody is guessing. */
const flightLimit = 1_000;

/** An answer may be older than a change that was applied while it travelled: then it is asked for again. */
const triesPerLookUp = 3;

/**
 * Answers of account's VerifyKey by the hash of the key. A known key stays until a change evicts it. An
 * answer that is older than the changes already applied is never kept: the eviction it should have met has
 * passed.
 */
export function createKeyCache(options: KeyCacheOptions): KeyCache {
  const { verify, now } = options;
  const known = new LRUCache<string, KnownKey>({ max: options.size });
  const unknown = new LRUCache<string, true>({
    max: options.unknownSize,
    ttl: options.unknownTtlMs,
    perf: { now },
    ttlResolution: 0,
  });
  const flights = new Map<string, Promise<KnownKey | null>>();
  let version = 0n;
  /** The newest version of what is kept. */
  let newest = 0n;
  let confirmedAt = Number.NEGATIVE_INFINITY;

  async function ask(hash: string): Promise<KnownKey | null> {
    for (let triesLeft = triesPerLookUp - 1; ; triesLeft -= 1) {
      const answer = await verify(Buffer.from(hash, 'hex'));
      const key = answer.key ? toKnownKey(answer.key, answer.keysVersion) : null;
      if (answer.keysVersion >= version) {
        confirmedAt = now();
        if (answer.keysVersion > newest) newest = answer.keysVersion;
        if (key) known.set(hash, key);
        else unknown.set(hash, true);
        return key;
      }
      if (triesLeft === 0) return key;
    }
  }

  /** Account is at an older version: a database that was put back has lost it, and counts to it once more. */
  function dropNewer(): void {
    if (newest <= version) return;
    for (const [hash, { asOf }] of known.entries()) if (asOf > version) known.delete(hash);
    newest = version;
  }

  return {
    cached(hash) {
      if (now() - confirmedAt > options.graceMs) return undefined;
      return known.get(hash) ?? (unknown.get(hash) ? null : undefined);
    },
    lookUp(hash) {
      const running = flights.get(hash);
      if (running) return running;
      if (flights.size >= flightLimit) return Promise.reject(new FaultError(fault('service_unavailable')));
      const flight = ask(hash).finally(() => flights.delete(hash));
      flights.set(hash, flight);
      return flight;
    },
    apply(changes) {
      if (changes.reset || changes.version < version) {
        known.clear();
        unknown.clear();
      } else {
        evict(known, changes);
        for (const hash of changes.newHashes) unknown.delete(hash.toString('hex'));
      }
      version = changes.version;
      dropNewer();
      confirmedAt = now();
    },
    confirm() {
      dropNewer();
      confirmedAt = now();
    },
    version: () => version,
  };
}

/**
 * Walks the whole cache: changes are rare, and an index would cost every fill. What is as new as the changes
 * has met them already.
 */
function evict(known: LRUCache<string, KnownKey>, { version, keyIds, userIds }: GetKeyChangesResponse): void {
  if (keyIds.length === 0 && userIds.length === 0) return;
  const keys = new Set(keyIds);
  const users = new Set(userIds);
  for (const [hash, key] of known.entries()) {
    if (key.asOf < version && (keys.has(key.id) || users.has(key.userId))) known.delete(hash);
  }
}
