import type { GetNamesRequest, GetNamesResponse } from '@headgate/proto/gen/headgate/account/v1/account';
import { LRUCache } from 'lru-cache';

const kinds = ['users', 'keys', 'channels'] as const;
type Kind = (typeof kinds)[number];

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

  return {
    async of(ids) {
      // What is known now may be forgotten while the rest is asked for.
      const told: Record<Kind, Map<bigint, string>> = {
        users: new Map(),
        keys: new Map(),
        channels: new Map(),
      };
      const unknown = (kind: Kind): bigint[] =>
        [...new Set(ids[kind])].filter((id) => {
          const name = known[kind].get(id);
          if (name !== undefined) told[kind].set(id, name);
          return name === undefined;
        });
      for (const part of partsOf({
        users: unknown('users'),
        keys: unknown('keys'),
        channels: unknown('channels'),
      })) {
        const answer = await ask({ userIds: part.users, keyIds: part.keys, channelIds: part.channels });
        for (const kind of kinds)
          for (const id of part[kind]) {
            const name = answer[kind].get(id) ?? '';
            told[kind].set(id, name);
            known[kind].set(id, name);
          }
      }
      return (kind, id) => told[kind].get(id) ?? '';
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
