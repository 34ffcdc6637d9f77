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
  /** Looks up what is not known, with one question for every thousand. */
  of(ids: Ids): Promise<NameOf>;
}

/** More are not told at once. */
const mostAsked = 1_000;

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
        for (const kind of ['users', 'keys', 'channels'] as const) told.set(kind, new Map());
        for (const part of partsOf(asked)) {
          const answer = await ask({ userIds: part.users, keyIds: part.keys, channelIds: part.channels });
          for (const kind of ['users', 'keys', 'channels'] as const)
            for (const id of part[kind]) {
              const name = answer[kind].get(id) ?? '';
              told.get(kind)?.set(id, name);
              known[kind].set(id, name);
            }
        }
      }
      return (kind, id) => told.get(kind)?.get(id) ?? known[kind].get(id) ?? '';
    },
  };
}

function partsOf(asked: Record<Kind, bigint[]>): Record<Kind, bigint[]>[] {
  const longest = Math.max(asked.users.length, asked.keys.length, asked.channels.length);
  return Array.from({ length: Math.ceil(longest / mostAsked) }, (_, index) => {
    const part = (ids: bigint[]): bigint[] => ids.slice(index * mostAsked, (index + 1) * mostAsked);
    return { users: part(asked.users), keys: part(asked.keys), channels: part(asked.channels) };
  });
}
