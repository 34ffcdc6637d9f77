import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: 'loopback', loginLimit: 100 });
  cookie = await signIn(world);
});

async function signIn({ url }: World): Promise<string> {
  const login = await request(url).post('/api/user/login').send({ username: 'ada', password: 'right' });
  return String(login.headers['set-cookie']?.[0]).split(';')[0] ?? '';
}
beforeEach(() => {
  world.account.onOperate = () => ({ data: Buffer.from('{"ok":true}') });
});
afterAll(() => world.stop());

const list = () => request(world.url).get('/api/user/sessions').set('cookie', cookie);
const revoke = () => request(world.url).delete('/api/user/sessions/7').set('cookie', cookie);
const newest = () => world.account.operated.at(-1);

describe('an operation', () => {
  it('is asked for with all that the request says, and answered as it is', async () => {
    const response = await revoke()
      .query({ a: 'b' })
      .set({ 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https', 'user-agent': 'a browser' })
      .send({ why: 'lost' });
    expect(response.status).toBe(200);
    expect(response.text).toBe('{"success":true,"message":"","data":{"ok":true}}');
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'application/json',
    });
    expect(newest()).toMatchObject({
      operation: 'sessions.revoke',
      path: { id: '7' },
      query: { a: 'b' },
      ip: '192.0.2.1',
      userAgent: 'a browser',
      baseUrl: world.url.replace('http:', 'https:'),
      sessionToken: cookie.replace('session=', ''),
      accessToken: '',
      requestId: response.headers['x-request-id'],
    });
    expect(newest()?.body.toString()).toBe('{"why":"lost"}');
  });

  it.each([
    ['', 'gate.example', 'http://gate.example'],
    ['https://gate.example/', 'elsewhere.example', 'https://gate.example'],
    ['https://gate.example', 'localhost:8080', 'https://gate.example'],
    ['http://127.0.0.1:8080', 'localhost:8080', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'elsewhere.example', 'http://127.0.0.1:8080'],
    ['http://localhost:8080', '127.0.0.1:8080', 'http://localhost:8080'],
  ])('of a gateway at "%s" that is asked as %s says that it is at %s', async (publicUrl, host, baseUrl) => {
    const there = await startWorld({ publicUrl });
    there.account.onOperate = () => ({});
    const own = await signIn(there);
    await request(there.url).get('/api/user/sessions').set({ host, cookie: own });
    expect(there.account.operated.at(-1)).toMatchObject({ baseUrl });
    await there.stop();
  });

  it('whose query names a member twice is refused: neither is meant more than the other', async () => {
    const { length } = world.account.operated;
    const { status, body } = await list().query('keyword=a&role=1&keyword=b');
    expect([status, body]).toEqual([200, { success: false, message: 'keyword must be there once.' }]);
    expect(world.account.operated).toHaveLength(length);
  });

  it('without data answers success alone', async () => {
    world.account.onOperate = () => ({});
    expect((await list()).text).toBe('{"success":true,"message":""}');
  });

  it('has the browser keep and forget what account says', async () => {
    world.account.onOperate = () => ({
      session: { token: 'new', maxAgeSeconds: 60n },
      flow: { token: '', maxAgeSeconds: 0n },
    });
    const { headers } = await list();
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^session=new; Max-Age=60; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^flow=; Path=\/; Expires=Thu, 01 Jan 1970/),
    ]);
  });

  it('sends a browser on', async () => {
    world.account.onOperate = () => ({ location: '/console' });
    const response = await list().redirects(0);
    expect([response.status, response.headers.location]).toEqual([302, '/console']);
  });

  it.each([
    [fault('invalid_request', { status: 200, message: 'There is no such session.' }), 200],
    [fault('access_denied', { message: 'Not yours.' }), 403],
    [fault('too_many_requests', { message: 'Wait.', retryAfterMs: 1_500 }), 429],
  ])('that is refused says %j', async (refusal, status) => {
    world.account.onOperate = () => {
      throw new FaultError(refusal);
    };
    const response = await list();
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ success: false, message: refusal.message });
    if (status === 429) expect(response.headers['retry-after']).toBe('2');
  });

  it('that is refused to a browser which a provider sent back is told by its name at the sign-in', async () => {
    world.account.onOperate = () => {
      throw new FaultError(fault('access_denied', { message: 'No.', reason: 'sign_in_not_begun' }));
    };
    const back = () => request(world.url).get('/api/oauth/acme?code=c&state=s').redirects(0);
    const shown = await back().set('accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
    expect([shown.status, shown.headers.location]).toEqual([
      302,
      '/console/sign-in?sign_in_error=sign_in_not_begun&sign_in_provider=acme',
    ]);
    expect([(await back()).status, (await list().set('accept', 'text/html')).status]).toEqual([403, 403]);
  });

  it('is not asked for by another site', async () => {
    const { length } = world.account.operated;
    expect((await revoke().set('sec-fetch-site', 'cross-site')).status).toBe(403);
    expect((await revoke().set('origin', 'https://elsewhere.example')).status).toBe(403);
    expect(world.account.operated).toHaveLength(length);
  });

  it('takes no body of more than a megabyte', async () => {
    const response = await revoke().send({ text: 'x'.repeat(1024 * 1024) });
    expect(response.status).toBe(413);
    expect(response.body).toEqual({ success: false, message: expect.any(String) });
  });

  it.each(['pat-1', 'Bearer pat-1', 'bearer pat-1'])(
    'is proven by a personal token as "%s"',
    async (text) => {
      world.account.accessTokens.add('pat-1');
      const response = await request(world.url).get('/api/user/sessions').set('authorization', text);
      expect(response.status).toBe(200);
      expect(newest()).toMatchObject({ sessionToken: '', accessToken: 'pat-1' });
      const unknown = await request(world.url).get('/api/user/sessions').set('authorization', 'pat-2');
      expect(unknown.status).toBe(401);
    },
  );
});
