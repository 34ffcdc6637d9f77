import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { boundsOf } from '../ui/time-range.ts';
import { createApiCache } from './cache.ts';
import { statisticsQuery } from './statistics.ts';

const asked: URLSearchParams[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 12, 0, 30) });
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://gateway').searchParams);
    return new Response('{"success":true,"message":"","data":[]}');
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a day that is looked at again later ends later', async () => {
  const cache = createApiCache();
  const query = statisticsQuery('self', 'model', { name: 'day', bounds: () => boundsOf('day') }, { top: 7 });
  const first = await cache.fetchQuery(query);
  vi.setSystemTime(Date.UTC(2026, 10, 22, 15, 0, 30));
  await cache.refetchQueries({ queryKey: query.queryKey, type: 'all' });
  const second = cache.getQueryData(query.queryKey);
  expect(second?.bounds).toEqual({ from: first.bounds.from + 10_800, until: first.bounds.until + 10_800 });
  expect(asked.map((search) => Number(search.get('end_timestamp')))).toEqual([
    first.bounds.until,
    second?.bounds.until,
  ]);
});

test('while another time is asked for, what is known stays; models do not stand for channels meanwhile', async () => {
  const cache = createApiCache();
  const of = (by: 'model' | 'channel', range: 'day' | 'week') =>
    statisticsQuery('all', by, { name: range, bounds: () => boundsOf(range) }, { top: 7 });
  const shown = new QueryObserver(cache, of('model', 'day'));
  const leave = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(shown.getCurrentResult().isSuccess).toBe(true));
  shown.setOptions(of('model', 'week'));
  expect(shown.getCurrentResult()).toMatchObject({ isPlaceholderData: true, data: { rows: [] } });
  shown.setOptions(of('channel', 'week'));
  expect(shown.getCurrentResult().data).toBeUndefined();
  leave();
});

test('of what may be thousands, only those are asked for that are shown', async () => {
  const time = { name: 'day', bounds: () => boundsOf('day') };
  await createApiCache().fetchQuery(statisticsQuery('all', 'model', time, { span: 'total', top: 100 }));
  expect(asked.map((search) => [search.get('span'), search.get('top')])).toEqual([['total', '100']]);
});
