import { createGate } from '@headgate/runtime/gate';
import type { AllowList } from '@headgate/runtime/outbound/allow-list';
import { createFetchPolicy } from '@headgate/runtime/outbound/fetch-policy';
import { openHop } from '@headgate/runtime/outbound/open-hop';
import { resolveName } from '@headgate/runtime/outbound/resolve';
import { type FetchOrder, type FetchTools, failureOf, fetchItem } from './fetch-item.ts';
import type { FetchOutcome, FetchResult } from './outcomes.ts';

/** Fetches what clients name, for all requests of this process. */
export interface MediaFetcher {
  limits: FetchLimits;
  fetch(url: URL, order: FetchOrder): Promise<FetchResult>;
  /** Takes note of bytes that a request holds; false when this process would hold too much. */
  hold(bytes: number): boolean;
  letGo(bytes: number): void;
}

/** What the environment says of fetching; by the names of the configuration. */
export interface FetchLimits {
  fetchMedia: boolean;
  fetchMediaAllow: AllowList;
  /** For all that a request has to have fetched for an upstream. */
  fetchMediaTimeoutMs: number;
  fetchMediaItemBytes: number;
  fetchMediaRequestBytes: number;
  fetchMediaItems: number;
  /** At a time, in this process; and how many wait. */
  fetchMediaConcurrency: number;
  fetchMediaQueue: number;
  /** What all open requests of this process hold. */
  fetchMediaHeldBytes: number;
}

/** @param tools of tests: they reach nobody's servers but their own. */
export function createMediaFetcher(
  limits: FetchLimits,
  count: (outcome: FetchOutcome) => void,
  tools: FetchTools = {
    policy: createFetchPolicy(limits.fetchMediaAllow),
    resolve: resolveName,
    open: openHop,
  },
): MediaFetcher {
  const gate = createGate({ places: limits.fetchMediaConcurrency, queue: limits.fetchMediaQueue });
  let heldBytes = 0;

  async function pass(url: URL, order: FetchOrder): Promise<FetchResult> {
    const leave = await gate.enter(order.signal);
    if (!leave) return { failure: failureOf(order.signal) === 'gone' ? 'gone' : 'busy' };
    try {
      return await fetchItem(url, tools, order);
    } finally {
      leave();
    }
  }

  return {
    limits,
    async fetch(url, order) {
      const result = await pass(url, order);
      count('failure' in result ? result.failure : 'fetched');
      return result;
    },
    hold(bytes) {
      if (heldBytes + bytes > limits.fetchMediaHeldBytes) return false;
      heldBytes += bytes;
      return true;
    },
    letGo(bytes) {
      heldBytes -= bytes;
    },
  };
}
