import {
  type GetKeyChangesResponse,
  Key,
  type VerifyKeyResponse,
} from '@headgate/proto/gen/headgate/account/v1/account';
import { beforeEach, describe, expect, it } from 'vitest';
import { hashKey } from './bearer.ts';
import { createKeyCache, type KeyCache } from './key-cache.ts';

const good = hashKey('good');
const bad = hashKey('bad');
const none: GetKeyChangesResponse = { version: 0n, reset: false, keyIds: [], userIds: [], newHashes: [] };

let clock: number;
let asked: string[];
let answer: (hash: string) => Promise<VerifyKeyResponse>;
let cache: KeyCache;

function found(version: bigint, key: Partial<Key> = {}): VerifyKeyResponse {
  return { key: Key.fromPartial({ id: 1n, userId: 2n, ...key }), keysVersion: version };
}

beforeEach(() => {
  clock = 1_000;
  asked = [];
  answer = async (hash) => (hash === good ? found(5n) : { key: undefined, keysVersion: 5n });
  cache = createKeyCache({
    verify: (hash) => {
      asked.push(hash.toString('hex'));
      return answer(hash.toString('hex'));
    },
    size: 100,
    unknownSize: 2,
    unknownTtlMs: 5_000,
    graceMs: 60_000,
    now: () => clock,
  });
  cache.apply({ ...none, version: 5n, reset: true });
});

describe('the cache of keys', () => {
  it('keeps a key until it changes', async () => {
    expect(cache.cached(good)).toBeUndefined();
    expect((await cache.lookUp(good))?.id).toBe(1n);
    expect(cache.cached(good)?.id).toBe(1n);
    cache.apply({ ...none, version: 6n, keyIds: [9n], userIds: [9n] });
    expect(cache.cached(good)?.id).toBe(1n);
    cache.apply({ ...none, version: 7n, keyIds: [1n] });
    expect(cache.cached(good)).toBeUndefined();
  });

  it('drops the keys of a user who changed, and everything on a reset', async () => {
    await cache.lookUp(good);
    cache.apply({ ...none, version: 6n, userIds: [2n] });
    expect(cache.cached(good)).toBeUndefined();
    answer = async () => found(6n);
    await cache.lookUp(good);
    cache.apply({ ...none, version: 7n, reset: true });
    expect(cache.cached(good)).toBeUndefined();
  });

  it('drops what is newer than a database that was put back', async () => {
    answer = async () => found(6n);
    for (const hear of [() => cache.confirm(), () => cache.apply({ ...none, version: 5n })]) {
      await cache.lookUp(good);
      expect(cache.cached(good)).toBeDefined();
      hear();
      expect(cache.cached(good)).toBeUndefined();
    }
  });

  it('keeps what is as new as the change', async () => {
    answer = async () => found(7n);
    await cache.lookUp(good);
    cache.apply({ ...none, version: 7n, keyIds: [1n] });
    expect(cache.cached(good)).toBeDefined();
    cache.apply({ ...none, version: 8n, keyIds: [1n] });
    expect(cache.cached(good)).toBeUndefined();
  });

  it('begins anew when account does', async () => {
    await cache.lookUp(good);
    cache.apply({ ...none, version: 1n });
    expect(cache.cached(good)).toBeUndefined();
    expect(cache.version()).toBe(1n);
  });

  it('asks once for many callers', async () => {
    await Promise.all([cache.lookUp(good), cache.lookUp(good), cache.lookUp(good), cache.lookUp(bad)]);
    expect(asked).toEqual([good, bad]);
  });

  it('remembers an unknown key for a short while, and few of them', async () => {
    expect(await cache.lookUp(bad)).toBeNull();
    expect(cache.cached(bad)).toBeNull();
    clock += 5_001;
    expect(cache.cached(bad)).toBeUndefined();
    for (const key of ['1', '2', '3']) await cache.lookUp(hashKey(key));
    expect(cache.cached(hashKey('1'))).toBeUndefined();
    expect(cache.cached(hashKey('3'))).toBeNull();
  });

  it('forgets that a key was unknown when it is made', async () => {
    await cache.lookUp(bad);
    cache.apply({ ...none, version: 6n, newHashes: [Buffer.from(bad, 'hex')] });
    expect(cache.cached(bad)).toBeUndefined();
  });

  it('does not keep an answer that was overtaken by a change', async () => {
    let release: (response: VerifyKeyResponse) => void = () => undefined;
    answer = () => new Promise((resolve) => (release = resolve));
    const looking = cache.lookUp(good);
    // The key is revoked and the eviction applied while the old answer is on its way.
    cache.apply({ ...none, version: 6n, keyIds: [1n] });
    const overtaken = release;
    answer = async () => ({ key: undefined, keysVersion: 6n });
    overtaken(found(5n));
    expect(await looking).toBeNull();
    expect(asked).toHaveLength(2);
    expect(cache.cached(good)).toBeNull();
  });

  it('does not keep answers that stay behind', async () => {
    cache.apply({ ...none, version: 9n });
    expect((await cache.lookUp(good))?.id).toBe(1n);
    expect(asked).toHaveLength(3);
    expect(cache.cached(good)).toBeUndefined();
  });

  it('goes on without account for the grace, and no longer', async () => {
    await cache.lookUp(good);
    clock += 60_000;
    expect(cache.cached(good)).toBeDefined();
    clock += 1;
    expect(cache.cached(good)).toBeUndefined();
    cache.confirm();
    expect(cache.cached(good)).toBeDefined();
  });

  it('asks again after a failure', async () => {
    answer = async () => {
      throw new Error('account is away');
    };
    await expect(cache.lookUp(good)).rejects.toThrow('account is away');
    answer = async () => found(5n);
    expect((await cache.lookUp(good))?.id).toBe(1n);
  });
});
