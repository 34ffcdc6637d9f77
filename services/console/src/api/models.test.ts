import { afterEach, expect, test, vi } from 'vitest';
import { hasGroup } from './groups.ts';
import { hasModel } from './models.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answer = (body: object, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));

test('whether there is a model of a name is known before another takes its place', async () => {
  answer({ success: true, message: '', data: { name: 'gpt-4o' } });
  expect(await hasModel('gpt-4o')).toBe(true);
  answer({ success: false, message: 'There is no model "gpt-4o".', data: null });
  expect(await hasModel('gpt-4o')).toBe(false);
  answer({ success: false, message: 'Not now.', data: null }, 503);
  await expect(hasModel('gpt-4o')).rejects.toMatchObject({ kind: 'unavailable' });
});

test('whether there is a group of a name is known before another takes its place', async () => {
  answer({ success: true, message: '', data: ['default', 'vip'] });
  expect(await Promise.all(['vip', 'vi'].map(hasGroup))).toEqual([true, false]);
});
