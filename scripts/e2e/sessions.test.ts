/** Signing in as a person would, with a browser's cookie, through every service. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration);
}, 120_000);
afterAll(() => world.stop());

async function ask(path: string, { body, cookie }: { body?: object; cookie?: string } = {}) {
  const answer = await fetch(world.baseUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(cookie && { cookie }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const setCookie = answer.headers.getSetCookie()[0] ?? '';
  return {
    status: answer.status,
    body: await answer.json(),
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  };
}

const self = '/api/user/self';

test('root signs in, is known by the cookie, and is unknown after signing out', async () => {
  const login = await ask('/api/user/login', { body: { username: 'root', password: rootPassword } });
  expect(login).toMatchObject({
    status: 200,
    body: { success: true, data: { username: 'root', role: 100 } },
  });
  expect(login.setCookie).toMatch(/^session=[\w-]{40,}; /);
  expect(login.setCookie).toContain('HttpOnly');
  expect(login.setCookie).toContain('SameSite=Lax');
  expect(JSON.stringify(login.body)).not.toContain(login.cookie.slice('session='.length));

  const { cookie } = login;
  expect(await ask(self, { cookie })).toMatchObject({
    status: 200,
    body: { success: true, data: { username: 'root' } },
  });
  expect(await ask('/api/user/logout', { cookie })).toMatchObject({ body: { success: true } });
  expect(await ask(self, { cookie })).toMatchObject({ status: 401, body: { success: false } });
});

test('a wrong password and an unknown name are answered alike, and nobody is signed in', async () => {
  const wrong = await ask('/api/user/login', { body: { username: 'root', password: 'not the password' } });
  const unknown = await ask('/api/user/login', {
    body: { username: 'nobody', password: 'not the password' },
  });
  expect(wrong.body).toMatchObject({ success: false });
  expect(unknown.body).toEqual(wrong.body);
  expect(unknown.status).toBe(wrong.status);
  expect(wrong.setCookie + unknown.setCookie).toBe('');
  expect(await ask(self)).toMatchObject({ status: 401, body: { success: false } });
});

test('a session survives a restart of account', async () => {
  const { cookie } = await ask('/api/user/login', { body: { username: 'root', password: rootPassword } });
  const account = world.service('account');
  await account.kill();
  await account.start();
  await waitFor(async () => (await ask(self, { cookie })).status === 200, 'the session is known again');
});
