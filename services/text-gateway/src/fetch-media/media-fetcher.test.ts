import { createFetchPolicy } from '@headgate/runtime/outbound/fetch-policy';
import { createOpenHop } from '@headgate/runtime/outbound/open-hop';
import { beforeEach, expect, test } from 'vitest';
import { readTestLimits } from '../testing/test-serving.ts';
import { createMediaFetcher, type FetchLimits, type MediaFetcher, type UserOrder } from './media-fetcher.ts';
import type { FetchOutcome } from './outcomes.ts';

const never = new AbortController().signal;
const url = new URL('http://media.test/');
let counted: FetchOutcome[];
let resolved: ReturnType<typeof Promise.withResolvers<string[]>>;
beforeEach(() => {
  counted = [];
  resolved = Promise.withResolvers();
});

function fetcherWith(limits: Partial<FetchLimits>): MediaFetcher {
  const all = { ...readTestLimits(), ...limits };
  const policy = createFetchPolicy(all.fetchMediaAllow);
  const tools = { policy, resolve: () => resolved.promise, open: createOpenHop() };
  return createMediaFetcher(all, (outcome) => counted.push(outcome), tools);
}

const orderOf = (signal: AbortSignal, userId = 1n): UserOrder => ({
  ...{ kind: 'image', grow: () => undefined },
  ...{ signal, userId },
});

test('whoever finds no place to wait is told at once; each outcome is counted', async () => {
  const fetcher = fetcherWith({ fetchMediaConcurrency: 1, fetchMediaQueue: 1 });
  const [first, second] = [fetcher.fetch(url, orderOf(never)), fetcher.fetch(url, orderOf(never))];
  expect(await fetcher.fetch(url, orderOf(never))).toEqual({ failure: 'busy' });
  resolved.resolve([]);
  expect([await first, await second]).toEqual([{ failure: 'not_public' }, { failure: 'not_public' }]);
  expect(counted).toEqual(['busy', 'not_public', 'not_public']);
});

test('whoever waits until it is too late is not to blame; whoever leaves is', async () => {
  const fetcher = fetcherWith({ fetchMediaConcurrency: 1 });
  const first = fetcher.fetch(url, orderOf(never));
  const leaving = new AbortController();
  const [late, gone] = [orderOf(AbortSignal.timeout(20)), orderOf(leaving.signal)];
  const waiting = [fetcher.fetch(url, late), fetcher.fetch(url, gone)];
  leaving.abort();
  expect(await Promise.all(waiting)).toEqual([{ failure: 'busy' }, { failure: 'gone' }]);
  resolved.resolve([]);
  await first;
});

test('hosts of one user that do not answer leave half of the places to others', async () => {
  const fetcher = fetcherWith({ fetchMediaConcurrency: 2 });
  const slow = [1, 2, 3].map(() => fetcher.fetch(url, orderOf(never)));
  const refused = fetcher.fetch(new URL('http://127.0.0.1/'), orderOf(never, 2n));
  expect(await refused).toEqual({ failure: 'not_public' });
  resolved.resolve([]);
  expect(await Promise.all(slow)).toHaveLength(3);
});
