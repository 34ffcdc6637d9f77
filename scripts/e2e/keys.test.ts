/** Keys as people make, limit and take them back, and what clients with them see, through every service. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, rootPassword } from './testing/configuration.ts';
import { type Session, signIn } from './testing/session.ts';
import { startWorld, type World } from './testing/world.ts';

const withAda = configuration.replace(
  'users:\n',
  'users:\n  - { username: ada, password: "password of ada", quota_usd: 5 }\n',
);

let world: World;
let ada: Session;
let root: Session;
beforeAll(async () => {
  world = await startWorld(withAda);
  [ada, root] = [
    await signIn(world.baseUrl, 'ada', 'password of ada'),
    await signIn(world.baseUrl, 'root', rootPassword),
  ];
}, 120_000);
afterAll(() => world.stop());

interface Made {
  id: number;
  key: string;
}

const make = async (fields: object) => (await ada.post('/api/token', fields)) as Made;
const show = async ({ id }: Made) => Object(await ada.get(`/api/token/${id}`));

/** A call of 0.01 dollars: 5,000 units. Answers its status. */
async function call({ key }: Made): Promise<number> {
  const client = new OpenAI({ apiKey: key, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
  try {
    await client.chat.completions.create({
      model: 'call-model',
      messages: [{ role: 'user', content: 'hi' }],
    });
    return 200;
  } catch (error) {
    if (error instanceof OpenAI.APIError && error.status !== undefined) return error.status;
    throw error;
  }
}

test('a key serves as soon as it is made, and tells what it spent', async () => {
  const made = await make({ name: 'first', remain_quota: 1_000_000 });
  expect(await call(made)).toBe(200);
  await waitFor(async () => (await show(made)).used_quota === 5_000, 'what it spent is booked');
  expect(await show(made)).toMatchObject({ remain_quota: 995_000, status: 1 });
  const log = Object(await ada.get('/api/log/self?token_name=first'));
  expect(log.items).toMatchObject([{ token_name: 'first', quota: 5_000, model_name: 'call-model' }]);
});

test('a quota that is used up refuses, and serves once it is raised', async () => {
  const made = await make({ name: 'small', remain_quota: 5_000 });
  expect(await call(made)).toBe(200);
  await waitFor(async () => (await call(made)) === 402, 'it is used up');
  await waitFor(async () => (await show(made)).status === 4, 'it is shown as exhausted');
  await ada.put('/api/token', { id: made.id, remain_quota: 5_000 });
  expect(await call(made)).toBe(200);
  await waitFor(async () => (await show(made)).remain_quota === 0, 'the books have both calls');
});

test('a change of a key reaches whoever serves it within moments', async () => {
  const made = await make({ name: 'changing' });
  expect(await call(made)).toBe(200);
  await ada.put('/api/token', { id: made.id, status: 2 });
  await waitFor(async () => (await call(made)) === 401, 'it is off');
  await ada.put('/api/token', { id: made.id, status: 1, models: ['gpt-4o-mini'] });
  await waitFor(async () => (await call(made)) === 503, 'it may not use this model');
  await ada.put('/api/token', { id: made.id, models: [], allow_ips: ['203.0.113.0/24'] });
  await waitFor(async () => (await call(made)) === 403, 'it may not come from here');
  await ada.put('/api/token', { id: made.id, allow_ips: [] });
  await waitFor(async () => (await call(made)) === 200, 'it serves again');
  await ada.delete(`/api/token/${made.id}`);
  await waitFor(async () => (await call(made)) === 401, 'it is gone');
});

test("nobody's key is anybody else's to see, and none is shown whole without a fresh proof", async () => {
  const made = await make({ name: 'private' });
  await expect(root.get(`/api/token/${made.id}`)).rejects.toThrow('There is no such key.');
  await expect(ada.post(`/api/token/${made.id}/key`)).rejects.toMatchObject({ status: 403 });
  await expect(ada.get('/api/token/all')).rejects.toMatchObject({ status: 403 });
  const all = Object(await root.get('/api/token/all?keyword=private'));
  expect(all.items).toMatchObject([{ id: made.id, name: 'private', user_id: expect.any(Number) }]);
  expect(JSON.stringify(all)).not.toContain(made.key);
});
