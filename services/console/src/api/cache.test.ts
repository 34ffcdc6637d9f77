import { MutationObserver, onlineManager } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { accessTokensQuery } from './access-tokens.ts';
import { ApiError } from './api-error.ts';
import { bindingsQuery } from './bindings.ts';
import { createApiCache, forgetAnswers, forgetBefore } from './cache.ts';
import { keysQuery } from './keys.ts';
import { ownModelsQuery } from './own-models.ts';
import { pricingQuery } from './pricing.ts';
import { statusQuery } from './status.ts';
import { selfQuery } from './user.ts';

test('whoever signs in sees nothing that was answered to the one before, whose session may have run out', () => {
  const cache = createApiCache();
  const queries = [statusQuery, selfQuery, keysQuery('', '')];
  for (const { queryKey } of queries) cache.setQueryData<unknown>(queryKey, {});
  forgetAnswers(cache);
  expect(cache.getQueryCache().getAll()).toMatchObject([{ queryKey: statusQuery.queryKey }]);
});

test('who has signed in beside, in another window, sees nothing that was answered to the one before', async () => {
  const cache = createApiCache();
  const queries = [statusQuery, selfQuery, bindingsQuery, keysQuery('', '')];
  for (const { queryKey } of queries) cache.setQueryData<unknown>(queryKey, {});
  await forgetBefore(cache);
  expect(queries.map(({ queryKey }) => cache.getQueryData(queryKey))).toEqual([{}, {}, undefined, undefined]);
});

test('after a change every page that is gone to asks anew, also for what it could still believe', async () => {
  const cache = createApiCache();
  const believed = [pricingQuery({ keyword: '', group: '' }, 1), ownModelsQuery];
  for (const { queryKey } of believed) cache.setQueryData<unknown>(queryKey, {});
  const isStale = () =>
    believed.map(({ queryKey, staleTime }) =>
      cache.getQueryCache().find({ queryKey, exact: true })?.isStaleByTime(Number(staleTime)),
    );
  const change = (mutationFn: () => Promise<void>) => new MutationObserver(cache, { mutationFn }).mutate();
  await change(() => Promise.reject(new Error('refused'))).catch(() => undefined);
  expect(isStale()).toEqual([false, false]);
  await change(() => Promise.resolve());
  expect(isStale()).toEqual([true, true]);
});

test('after a change of which nobody knows whether it was done, what is shown is asked for again', async () => {
  const cache = createApiCache();
  const { queryKey } = accessTokensQuery;
  for (const kind of ['unreachable', 'unavailable', 'refused'] as const) {
    cache.setQueryData<unknown>(queryKey, []);
    const change = new MutationObserver(cache, { mutationFn: () => Promise.reject(new ApiError(kind, '')) });
    await change.mutate().catch(() => undefined);
    expect(cache.getQueryState(queryKey)?.isInvalidated).toBe(kind !== 'refused');
  }
});

test('what is asked for without a connection fails at once: it is not kept, and done when nobody expects it any more', async () => {
  const cache = createApiCache();
  const fail = () => Promise.reject(new Error('No answer came.'));
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await expect(new MutationObserver(cache, { mutationFn: fail }).mutate()).rejects.toThrow('No answer came.');
  await expect(cache.fetchQuery({ queryKey: ['any'], queryFn: fail })).rejects.toThrow('No answer came.');
});
