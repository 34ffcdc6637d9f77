import { expect, test } from 'vitest';
import { createApiCache, forgetAnswers } from './cache.ts';
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
