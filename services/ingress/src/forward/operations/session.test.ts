import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: 'loopback' });
});
afterAll(() => world.stop());

const ada = { username: 'ada' };

const login = (body: string | object = { username: 'ada', password: 'right' }) =>
  request(world.url).post('/api/user/login').set('content-type', 'application/json').send(body);
const self = (cookie: string) => request(world.url).get('/api/user/self').set('cookie', cookie);

describe('a session', () => {
  it('begins with a login and ends with a logout', async () => {
    const begun = await login().set('x-forwarded-for', '192.0.2.1').set('user-agent', 'a browser');
    expect(begun.status).toBe(200);
    expect(begun.body).toEqual({ success: true, message: '', data: ada });
    const asked = world.account.operated.at(-1);
    expect(asked).toMatchObject({ operation: 'users.login', ip: '192.0.2.1', userAgent: 'a browser' });
    expect(asked?.body.toString()).toBe('{"username":"ada","password":"right"}');
    const [cookie = ''] = begun.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(
      /^session=token-\d+; Max-Age=2592000; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );

    const pair = cookie.split(';')[0] ?? '';
    expect((await self(`a=b; ${pair}`)).status).toBe(200);
    expect(world.account.operated.at(-1)).toMatchObject({ operation: 'users.self', sessionToken: 'token-1' });
    const ended = await request(world.url).get('/api/user/logout').set('cookie', pair);
    expect(ended.body).toEqual({ success: true, message: '' });
    expect(ended.headers['set-cookie']?.[0]).toMatch(/^session=; .*Expires=Thu, 01 Jan 1970/);
    expect((await self(pair)).status).toBe(401);
  });

  it('has a secure cookie over https', async () => {
    const begun = await login().set('x-forwarded-proto', 'https');
    expect(begun.headers['set-cookie']?.[0]).toMatch(/; Secure/);
  });

  it.each([
    ['https://gate.example', true],
    ['HTTPS://gate.example/', true],
    ['http://gate.example', false],
  ])('of a gateway at %s has a secure cookie, whoever ends TLS: %s', async (publicUrl, isSecure) => {
    const there = await startWorld({ publicUrl });
    const begun = await request(there.url)
      .post('/api/user/login')
      .set({ 'x-forwarded-proto': 'https' })
      .send({ username: 'ada', password: 'right' });
    await there.stop();
    const [cookie = ''] = begun.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^session=token-/);
    expect(/; Secure(;|$)/.test(cookie)).toBe(isSecure);
  });

  it.each(['', 'session=', 'session=unknown', 'other=token-1'])(
    'is not in the cookie "%s"',
    async (cookie) => {
      const response = await self(cookie);
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ success: false, message: expect.any(String) });
    },
  );
});

describe('a login', () => {
  it('with a wrong password is refused with 200, and sets no cookie', async () => {
    const response = await login({ username: 'ada', password: 'wrong' });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: false, message: 'The username or password is wrong.' });
    expect(response.headers['set-cookie']).toBeUndefined();
  });

  it.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
  ])('from %j is %i', async (headers, status) => {
    const response = await login().set(headers);
    expect(response.status).toBe(status);
    if (status === 403) expect(response.body).toEqual({ success: false, message: expect.any(String) });
  });

  it('from its own origin is let in', async () => {
    expect((await login().set('origin', world.url)).status).toBe(200);
  });

  it('is 503 while account is away', async () => {
    await world.account.stop();
    const response = await login();
    await world.account.start();
    expect(response.status).toBe(503);
    expect(response.body).toEqual({ success: false, message: expect.any(String) });
  });
});
