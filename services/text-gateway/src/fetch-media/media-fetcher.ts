import { type BodyRoom, createBodyRoom } from '@headgate/runtime/bodies/body-room';
import { createGate } from '@headgate/runtime/gates/gate';
import { createUserGates } from '@headgate/runtime/gates/user-gates';
import type { AllowList } from '@headgate/runtime/outbound/allow-list';
import type { Egress } from '@headgate/runtime/outbound/egress/egress';
import { createFetchPolicy } from '@headgate/runtime/outbound/fetch-policy';
import { createOpenHop } from '@headgate/runtime/outbound/open-hop';
import { resolveName } from '@headgate/runtime/outbound/resolve';
import { type FetchOrder, type FetchTools, failureOf, fetchItem } from './fetch-item.ts';
import type { FetchOutcome, FetchResult } from './outcomes.ts';

/** Fetches what clients name, for all requests of this process. */
export interface MediaFetcher {
  limits: FetchLimits;
  fetch(url: URL, order: UserOrder): Promise<FetchResult>;
  /** For what requests hold of it. */
  room: BodyRoom;
}

export interface UserOrder extends FetchOrder {
  userId: bigint;
}

/** What the environment says of fetching; by the names of the configuration. */
export interface FetchLimits {
  fetchMedia: boolean;
  fetchMediaAllow: AllowList;
  egress: Egress;
  /** For all that a request has to have fetched for an upstream. */
  fetchMediaTimeoutMs: number;
  fetchMediaItemBytes: number;
  fetchMediaRequestBytes: number;
  fetchMediaItems: number;
  /** At a time, in this process, half of them for one user; and how many wait. */
  fetchMediaConcurrency: number;
  fetchMediaQueue: number;
  /** What all open requests of this process hold; one user three quarters of it. */
  fetchMediaHeldBytes: number;
}

/** @param tools of tests: they reach nobody's servers but their own. */
export function createMediaFetcher(
  limits: FetchLimits,
  count: (outcome: FetchOutcome) => void,
  tools: FetchTools = {
    policy: createFetchPolicy(limits.fetchMediaAllow),
    resolve: resolveName,
    open: createOpenHop(limits.egress),
  },
): MediaFetcher {
  const { fetchMediaConcurrency: places, fetchMediaQueue: queue } = limits;
  const gate = createGate({ places, queue });
  // Hosts that do not answer keep their own user's fetches waiting, and leave half of the places to others.
  const userGates = createUserGates({ places: Math.ceil(places / 2), queue });

  async function passAsUser(url: URL, order: UserOrder): Promise<FetchResult> {
    const leave = await userGates.take(order.userId).enter(order.signal);
    try {
      return leave ? await pass(url, order) : turnedAway(order);
    } finally {
      leave?.();
      userGates.giveBack(order.userId);
    }
  }

  async function pass(url: URL, order: FetchOrder): Promise<FetchResult> {
    const leave = await gate.enter(order.signal);
    if (!leave) return turnedAway(order);
    try {
      return await fetchItem(url, tools, order);
    } finally {
      leave();
    }
  }

  return {
    limits,
    async fetch(url, order) {
      const result = await passAsUser(url, order);
      count('failure' in result ? result.failure : 'fetched');
      return result;
    },
    room: createBodyRoom(limits.fetchMediaHeldBytes),
  };
}

/** There was no place, or none until it was too late. */
function turnedAway({ signal }: FetchOrder): FetchResult {
  return { failure: failureOf(signal) === 'gone' ? 'gone' : 'busy' };
}
