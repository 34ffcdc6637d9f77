import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../testing/world.ts';

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-good');
  const login = await request(world.url).post('/api/user/login').send({ username: 'ada', password: 'right' });
  cookie = String(login.headers['set-cookie']?.[0]).split(';')[0] ?? '';
});
afterAll(() => world.stop());

const chat = () => request(world.url).post('/pg/chat/completions').send({ model: 'm', messages: [] });

it('asks a model on the account of who has signed in', async () => {
  expect((await chat().set('cookie', cookie)).status).toBe(200);
  const { open } = world.text.relays.at(-1) ?? {};
  expect(open?.caller).toMatchObject({
    keyId: 99n,
    userId: 7n,
    group: 'default',
    purses: [
      { id: 'key:99', limited: false },
      { id: 'user:7', limited: true },
    ],
  });
});

it('has tasks made and shown by the same key', async () => {
  await request(world.url).post('/pg/videos').set('cookie', cookie).send({});
  expect((await request(world.url).get('/pg/videos/task_1').set('cookie', cookie)).status).toBe(200);
  expect(world.media.asked.at(-1)).toMatchObject({ taskId: 'task_1', caller: { keyId: 99n, userId: 7n } });
});

it.each([{}, { authorization: 'Bearer sk-good' }, { cookie: 'session=unknown' }])(
  'is refused with 401 in the public envelope to %j',
  async (headers) => {
    const response = await chat().set(headers);
    expect(response.status).toBe(401);
    expect(response.body.error).toMatchObject({ type: 'invalid_request_error', code: 'invalid_api_key' });
  },
);

it('is refused to other sites', async () => {
  const response = await chat().set({ cookie, origin: 'https://elsewhere.example' });
  expect(response.status).toBe(403);
  expect(response.body.error.code).toBe('access_denied');
});
