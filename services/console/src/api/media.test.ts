import { afterEach, expect, test, vi } from 'vitest';
import { createVideoMaker } from './media.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a video whose answer was lost is asked for under the same key, and any other under one of its own', async () => {
  const keys: unknown[] = [];
  const answers = ['lost', '502', 'made', 'lost', 'made'];
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    keys.push(new Headers(headers).get('idempotency-key'));
    const answer = answers.shift();
    if (answer === 'lost') throw new TypeError('Failed to fetch');
    return new Response('{"id":"task_1"}', { status: answer === '502' ? 502 : 200 });
  });
  const make = createVideoMaker();
  const ask = (prompt: string) => make({ model: 'sora-2', prompt }).catch(() => undefined);
  for (const prompt of ['a mill', 'a mill', 'a mill', 'a mill', 'a castle']) await ask(prompt);
  const [first, ...others] = keys;
  expect(others.slice(0, 2)).toEqual([first, first]);
  expect(new Set(keys).size).toBe(3);
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
});
