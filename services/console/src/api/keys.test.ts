import { afterEach, expect, test, vi } from 'vitest';
import { createApiCache } from './cache.ts';
import { keysOfUserQuery } from './keys.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('administrators ask for the keys of one user alone', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('{"success":true,"message":"","data":{"items":[]}}');
  });
  await createApiCache().fetchQuery(keysOfUserQuery(7));
  expect(asked).toEqual(['/api/token/all?user_id=7&page_size=100']);
});
