import { afterEach, expect, test, vi } from 'vitest';
import { createApiCache } from './cache.ts';
import { costOf, isOpen, secondsOf, tasksQuery } from './tasks.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a task that is over took its time, an open one takes it yet', () => {
  expect(secondsOf({ created_at: 100, finish_time: 118 }, 999_000)).toBe(18);
  expect(secondsOf({ created_at: 100, finish_time: 0 }, 130_500)).toBe(30);
  expect(secondsOf({ created_at: 100, finish_time: 0 }, 99_000)).toBe(0);
});

test('what waits or is being made is open', () => {
  const statuses = ['queued', 'processing', 'succeeded', 'failed'] as const;
  expect(statuses.map((status) => isOpen({ status }))).toEqual([true, true, false, false]);
});

test('a task that failed costs nothing, whatever was held for it', () => {
  expect(costOf({ status: 'failed', quota: 200_000 })).toBe(0);
  expect(costOf({ status: 'succeeded', quota: 200_000 })).toBe(200_000);
  expect(costOf({ status: 'processing', quota: 200_000 })).toBe(200_000);
});

test('one task is found by its id', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('{"success":true,"message":"","data":{"items":[]}}');
  });
  const since = { name: 'all', from: () => undefined };
  const filter = { status: '', model: '', username: '', since, task: 'task_1' } as const;
  const cache = createApiCache();
  await cache.fetchQuery(tasksQuery('all', { ...filter, family: 'task' }, ''));
  await cache.fetchQuery(tasksQuery('self', { ...filter, family: 'mj' }, ''));
  expect(asked).toEqual([
    '/api/task?task_id=task_1&page_size=20',
    '/api/mj/self?task_id=task_1&page_size=20',
  ]);
});
