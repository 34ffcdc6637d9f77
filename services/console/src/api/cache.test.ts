import { expect, test } from 'vitest';
import { bindingsQuery } from './bindings.ts';
import { createApiCache, forgetAnswers, forgetBefore } from './cache.ts';
import { keysQuery } from './keys.ts';
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
