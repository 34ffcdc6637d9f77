/** The console behind the public address. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld('users: [{ username: root, password: the-password, role: root }]', {
    hasConsole: true,
  });
});
afterAll(() => world.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(world.baseUrl + path, { headers, redirect: 'manual' });

test('the address alone leads to it, and every path below it is its page', async () => {
  const root = await get('/');
  expect([root.status, root.headers.get('location')]).toEqual([302, '/console/']);
  for (const path of ['/console', '/console/', '/console/logs?model=any']) {
    const page = await get(path);
    expect([path, page.status, page.headers.get('cache-control')]).toEqual([path, 200, 'no-cache']);
    expect(await page.text()).toContain('<div id="root"></div>');
  }
});

test('its scripts come compressed, may be kept for ever, and are let in by the policy of the page', async () => {
  const page = await get('/console/');
  const policy = page.headers.get('content-security-policy') ?? '';
  const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1];
  const html = await page.text();
  expect(nonce).toBeTypeOf('string');
  expect(html).toContain(`nonce="${nonce}"`);
  const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const whole = await (await get(script, { 'accept-encoding': 'identity' })).text();
  for (const encoding of ['br', 'gzip']) {
    const answer = await get(script, { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toContain('immutable');
    expect(await answer.text()).toBe(whole);
  }
});

test('the page of the system shows how its process is', async () => {
  const login = { method: 'POST', body: JSON.stringify({ username: 'root', password: 'the-password' }) };
  const signedIn = await fetch(`${world.baseUrl}/api/user/login`, login);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const answer = await get('/api/system/status', { cookie });
  const { data } = (await answer.json()) as { data: { services: unknown[] } };
  const instance = {
    ready: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    gauges: { resident_memory_bytes: expect.any(Number) },
  };
  expect(data.services).toContainEqual({ name: 'console', instances: [expect.objectContaining(instance)] });
  expect((await get('/status')).status).toBe(404);
});

test('while it is away the API goes on, and it comes back', async () => {
  const login = { method: 'POST', body: JSON.stringify({ username: 'root', password: 'the-password' }) };
  await world.service('console').kill('SIGKILL');
  expect((await get('/console/')).status).toBe(503);
  expect(await (await fetch(`${world.baseUrl}/api/user/login`, login)).json()).toMatchObject({
    success: true,
  });
  await world.service('console').start();
  await waitFor(async () => (await get('/console/')).status === 200, 'the console is back');
});
