import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testUser } from '../testing/scripted-account.ts';
import { startWorld, type World } from '../testing/world.ts';

const id = 'a1b2c3d4-0000-4000-8000-000000000000';
const change = { id, usd: '0.01', reason: 'paid' };

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld();
  const login = await request(world.url).post('/api/user/login').send({ username: 'ada', password: 'right' });
  cookie = String(login.headers['set-cookie']?.[0]).split(';')[0] ?? '';
});
afterAll(() => world.stop());
beforeEach(() => {
  world.account.quotaChanges = [];
  world.account.user = testUser;
});

const post = (path: string, body: object) => request(world.url).post(path).set('cookie', cookie).send(body);

test.each([
  ['/api/user/5/quota', { userId: 5n, keyId: 0n }],
  ['/api/token/9/quota', { userId: 0n, keyId: 9n }],
])('%s asks account with the session of who asks, and shows what is left', async (path, owner) => {
  const { status, body } = await post(path, change);
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: '',
    data: { total_granted: 5_000, total_used: 2_000, total_available: 3_000 },
  });
  const sessionToken = cookie.replace('session=', '');
  expect(world.account.quotaChanges).toEqual([{ id, units: 5_000n, reason: 'paid', sessionToken, ...owner }]);
});

test.each([
  ['/api/user/0/quota', change],
  ['/api/user/self/quota', change],
  ['/api/user/5/quota', { ...change, usd: 0.01 }],
  ['/api/user/5/quota', {}],
])('%s with %j is refused with 200, and account is not asked', async (path, body) => {
  const answer = await post(path, body);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ success: false, message: expect.stringMatching(/./) });
  expect(world.account.quotaChanges).toEqual([]);
});

test('a plain user is refused before account is asked to change anything', async () => {
  world.account.user = { ...testUser, role: Role.USER };
  expect((await post('/api/user/5/quota', change)).status).toBe(403);
  expect(world.account.quotaChanges).toEqual([]);
});

test('a page of another site changes nothing', async () => {
  const answer = await post('/api/user/5/quota', change).set('origin', 'https://evil.example');
  expect(answer.status).toBe(403);
  expect(world.account.quotaChanges).toEqual([]);
});
