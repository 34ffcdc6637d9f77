/**
 * Any changes of keys and users, of which announcements are lost, doubled and late, with answers that were overtaken or never
 * came: what the cache says of a key in the end is what the database has.
 */
import { createHash } from 'node:crypto';
import { Key } from '@headgate/proto/gen/headgate/account/v1/account';
import { createHealth } from '@headgate/runtime/health';
import { createLog } from '@headgate/runtime/log';
import { fc } from '@headgate/runtime/testing/properties';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createKeyCache } from './key-cache.ts';
import { watchKeys } from './key-watch.ts';

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

const ids = [0n, 1n, 2n, 3n];
const texts = ['a', 'b', 'c', 'd', 'e'];
const unknownTtlMs = 5_000;
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Row {
  text: string | undefined;
  enabled: boolean;
  changed: bigint;
  hashChanged: bigint;
}

/** Lets time pass, and what waits for answers go on. */
async function pass(ms: number): Promise<void> {
  vi.advanceTimersByTime(ms);
  for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
}

/** What account's database has: of each two keys the user is the same. */
interface Tables {
  version: bigint;
  keys: Row[];
  users: { enabled: boolean; changed: bigint }[];
}

const which = fc.nat(3);
const act = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('key' as const), which, enabled: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('user' as const), which, enabled: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      which,
      text: fc.option(fc.constantFrom(...texts), { nil: undefined }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), text: fc.constantFrom(...texts) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('announce' as const), ago: fc.nat(2) }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('answer' as const), which, isLost: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('time' as const), ms: fc.constantFrom(100, 1_000, 6_000) }),
  },
  { weight: 2, arbitrary: fc.constant({ kind: 'set back' as const }) },
);
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never;

/** Account, whose calls are answered by what its tables had when they came, whenever that arrives. */
function createWorld() {
  let tables: Tables = {
    version: 1n,
    keys: ids.map((_, index) => ({ text: texts[index], enabled: true, changed: 1n, hashChanged: 1n })),
    users: [0, 1].map(() => ({ enabled: true, changed: 1n })),
  };
  const before: Tables[] = [];
  const calls: { arrive(): void; break(): void }[] = [];

  function called<T>(answer: T): Promise<T> {
    return new Promise((resolve, reject) => {
      calls.push({ arrive: () => resolve(answer), break: () => reject(new Error('broken off')) });
    });
  }

  function find(hash: string) {
    const index = tables.keys.findIndex(({ text }) => text !== undefined && hashOf(text) === hash);
    const row = tables.keys[index];
    const userId = index % 2;
    const userEnabled = tables.users[userId]?.enabled ?? false;
    return (
      row &&
      Key.fromPartial({ id: ids[index] ?? 0n, userId: BigInt(userId), enabled: row.enabled, userEnabled })
    );
  }

  const cache = createKeyCache({
    verify: (hash) => called({ key: find(hash.toString('hex')), keysVersion: tables.version }),
    size: 100,
    unknownSize: 100,
    unknownTtlMs,
    graceMs: 3_600_000,
    now: () => Date.now(),
  });
  const watch = watchKeys({
    cache,
    getChanges(after) {
      const { version, keys, users } = tables;
      const isNew = ({ changed }: { changed: bigint }): boolean => changed > after;
      return called({
        version,
        reset: after > version,
        keyIds: ids.filter((_, index) => keys.filter(isNew).includes(keys[index] as Row)),
        userIds: [0n, 1n].filter((id) => isNew(users[Number(id)] as Row)),
        newHashes: keys.flatMap(({ text, hashChanged }) =>
          text !== undefined && hashChanged > after ? Buffer.from(hashOf(text), 'hex') : [],
        ),
      });
    },
    condition: createHealth().condition('account'),
    log: createLog('keys', 'silent'),
    now: () => Date.now(),
  });

  function change(by: (next: Tables) => void): void {
    before.push(tables);
    tables = { ...structuredClone(tables), version: tables.version + 1n };
    by(tables);
  }

  async function settle(): Promise<void> {
    watch.announced(tables.version);
    await pass(unknownTtlMs + 1);
    for (let rounds = 0; rounds < 10; rounds += 1) {
      for (const call of calls.splice(0)) call.arrive();
      await pass(10);
      watch.announced(tables.version);
    }
  }

  async function play(one: Act): Promise<void> {
    if (one.kind === 'key')
      change(({ keys, version }) =>
        Object.assign(keys[one.which] ?? {}, { enabled: one.enabled, changed: version }),
      );
    else if (one.kind === 'user')
      change(({ users, version }) =>
        Object.assign(users[one.which % 2] ?? {}, { enabled: one.enabled, changed: version }),
      );
    else if (one.kind === 'text') {
      if (one.text !== undefined && find(hashOf(one.text))) return;
      change(({ keys, version }) =>
        Object.assign(keys[one.which] ?? {}, { text: one.text, changed: version, hashChanged: version }),
      );
    } else if (one.kind === 'ask') {
      if (cache.cached(hashOf(one.text)) === undefined) cache.lookUp(hashOf(one.text)).catch(() => undefined);
    } else if (one.kind === 'announce') watch.announced((before.at(-one.ago) ?? tables).version);
    else if (one.kind === 'answer') {
      const [call] = calls.splice(one.which, 1);
      if (one.isLost === 0) call?.break();
      else call?.arrive();
      await pass(1);
    } else if (one.kind === 'time') await pass(one.ms);
    else {
      // A failover that lost something: all hear of that before anything else is changed.
      tables = before.pop() ?? tables;
      await settle();
    }
  }

  return { cache, watch, play, settle, find, version: () => tables.version };
}

test('whatever changes and whatever is lost, the cache ends with what the database has', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40, size: 'max' }), async (acts) => {
      const world = createWorld();
      for (const one of acts) await world.play(one);
      await world.settle();
      const { cache, find } = world;
      expect(cache.version()).toBe(world.version());
      for (const hash of texts.map(hashOf)) {
        const cached = cache.cached(hash);
        if (cached === undefined) continue;
        const kept = cached && { id: cached.id, enabled: cached.enabled, userEnabled: cached.userEnabled };
        const found = find(hash);
        expect(kept).toEqual(
          found ? { id: found.id, enabled: found.enabled, userEnabled: found.userEnabled } : null,
        );
      }
      world.watch.stop();
    }),
    { numRuns: 80 },
  );
});
