import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { createApiCache } from './cache.ts';
import { type LogFilter, logQuery, logSumsQuery, lookAgain } from './log.ts';

const filter: LogFilter = {
  type: '',
  request: '',
  model: '',
  key: '',
  username: '',
  group: '',
  channel: '',
  since: { name: 'all', from: () => undefined },
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('who looks at the log again sees what its requests cost together again as well', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://gateway').pathname);
    return new Response('{"success":true,"message":"","data":{}}');
  });
  const cache = createApiCache();
  const shown = [
    new QueryObserver(cache, logQuery('self', filter, '')),
    new QueryObserver(cache, logSumsQuery('self', filter)),
  ];
  const leave = shown.map((observer) => observer.subscribe(() => undefined));
  await vi.waitFor(() => expect(cache.isFetching()).toBe(0));
  asked.length = 0;
  await lookAgain(cache);
  expect(asked.sort()).toEqual(['/api/log/self', '/api/log/self/stat']);
  for (const stop of leave) stop();
});

test('one request is found by its id', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('{"success":true,"message":"","data":{}}');
  });
  const cache = createApiCache();
  await cache.fetchQuery(logQuery('all', { ...filter, request: 'an id' }, ''));
  await cache.fetchQuery(logQuery('self', { ...filter, request: 'an id' }, ''));
  expect(asked).toEqual([
    '/api/log/search?keyword=an+id&page_size=25',
    '/api/log/self/search?keyword=an+id&page_size=25',
  ]);
});

test('one channel is found by its id, and what it served is summed up', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('{"success":true,"message":"","data":{}}');
  });
  const cache = createApiCache();
  await cache.fetchQuery(logQuery('all', { ...filter, channel: '7' }, ''));
  await cache.fetchQuery(logSumsQuery('all', { ...filter, channel: '7' }));
  expect(asked).toEqual(['/api/log?channel=7&page_size=25', '/api/log/stat?channel=7']);
});
