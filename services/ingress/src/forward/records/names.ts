import type { GetNamesRequest, GetNamesResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { LRUCache } from 'lru-cache';

type Kind = 'users' | 'keys' | 'channels';

export interface Ids {
  users?: Iterable<bigint>;
  keys?: Iterable<bigint>;
  channels?: Iterable<bigint>;
}

/** What an id is called; empty when nothing has it any more. */
export type NameOf = (kind: Kind, id: bigint) => string;

export interface Names {
  /** Looks up what is not known, with one question. */
  of(ids: Ids): Promise<NameOf>;
}

/** Names kept of each kind. */
const most = 10_000;

/** Names by id, as account tells them, each kept for a while. */
export function createNames(
  ask: (request: GetNamesRequest) => Promise<GetNamesResponse>,
  { ttlMs, now }: { ttlMs: number; now: () => number },
): Names {
  const create = () =>
    new LRUCache<bigint, string>({ max: most, ttl: ttlMs, perf: { now }, ttlResolution: 0 });
  const known = { users: create(), keys: create(), channels: create() };
  const unknown = (kind: Kind, ids: Iterable<bigint> = []): bigint[] =>
    [...new Set(ids)].filter((id) => !known[kind].has(id));

  return {
    async of(ids) {
      const asked = {
        users: unknown('users', ids.users),
        keys: unknown('keys', ids.keys),
        channels: unknown('channels', ids.channels),
      };
      const told = new Map<Kind, Map<bigint, string>>();
      if (asked.users.length + asked.keys.length + asked.channels.length > 0) {
        const answer = await ask({
          userIds: asked.users,
          keyIds: asked.keys,
          channelIds: asked.channels,
        });
        for (const kind of ['users', 'keys', 'channels'] as const) {
          told.set(kind, answer[kind]);
          for (const id of asked[kind]) known[kind].set(id, answer[kind].get(id) ?? '');
        }
      }
      return (kind, id) => told.get(kind)?.get(id) ?? known[kind].get(id) ?? '';
    },
  };
}
