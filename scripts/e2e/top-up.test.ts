/** Quota that administrators give and take over the public API, while requests are refused and served. */
import { randomUUID } from 'node:crypto';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { configuration, keys, rootPassword } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

const withAda = configuration.replace(
  'users:\n',
  'users:\n  - { username: ada, password: "password of ada", quota_usd: 0.02 }\n',
);

let world: World;
let root: string;
let ada: string;
beforeAll(async () => {
  world = await startWorld(withAda);
  root = await signIn('root', rootPassword);
  ada = await signIn('ada', 'password of ada');
}, 120_000);
afterAll(() => world.stop());

async function signIn(username: string, password: string): Promise<string> {
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${world.baseUrl}/api/user/login`, { method: 'POST', body });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function call(key: string): Promise<number> {
  const { status } = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'call-model', messages: [{ role: 'user', content: 'hi' }] }),
  });
  return status;
}

async function idOf(table: 'keys' | 'users', name: string): Promise<string> {
  const column = table === 'keys' ? 'name' : 'username';
  const [row] = await world.sql(`select id from account.${table} where ${column} = $1`, [name]);
  return String(row?.id);
}

async function post(path: string, body: object, cookie = root): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(world.baseUrl + path, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ id: randomUUID(), reason: 'a test', ...body }),
  });
  return { status: answer.status, body: await answer.json() };
}

const keyQuota = async (name: string) => `/api/token/${await idOf('keys', name)}/quota`;

async function grantedTo(purse: string): Promise<unknown> {
  const [row] = await world.sql('select granted from ledger.purse where id = $1', [purse]);
  return row?.granted;
}

test('a top-up right after a 402 serves the next request, and once however often it is sent', async () => {
  expect(await call(keys.poor)).toBe(402);
  const path = await keyQuota('poor');
  const change = { id: randomUUID(), usd: '0.019998' };
  const answers = await Promise.all([post(path, change), post(path, change), post(path, change)]);
  for (const answer of answers)
    expect(answer).toMatchObject({ status: 200, body: { success: true, data: { total_granted: 10_000 } } });
  expect(await call(keys.poor)).toBe(200);
  expect(await call(keys.poor)).toBe(200);
  expect(await call(keys.poor)).toBe(402);

  const other = await post(path, { ...change, usd: '5' });
  expect(other.body).toMatchObject({ success: false, message: expect.stringContaining('another change') });
  expect(await call(keys.poor)).toBe(402);
});

test('what was given stays when the configuration is applied again', async () => {
  const path = `/api/user/${await idOf('users', 'ada')}/quota`;
  expect((await post(path, { units: 2_500 })).body).toMatchObject({ data: { total_granted: 12_500 } });
  await world.apply(withAda);
  expect(await grantedTo(`user:${await idOf('users', 'ada')}`)).toBe(12_500n);
});

test('what was taken is refused from then on, though more of it was used', async () => {
  expect(await call(keys.modest)).toBe(200);
  const path = await keyQuota('modest');
  expect((await post(path, { usd: '-0.10' })).body).toMatchObject({ data: { total_granted: 0 } });
  // What the gateway had drawn before is its own until it is recalled.
  await waitFor(async () => (await call(keys.modest)) === 402, 'the key is refused');
  expect((await post(path, { units: -1 })).body).toMatchObject({ success: false });
});

test('a plain user gives nobody anything, himself included', async () => {
  const id = await idOf('users', 'ada');
  const before = await grantedTo(`user:${id}`);
  expect((await post(`/api/user/${id}/quota`, { usd: '5' }, ada)).status).toBe(403);
  expect((await post(`/api/user/${id}/quota`, { usd: '5' }, '')).status).toBe(401);
  expect(await grantedTo(`user:${id}`)).toBe(before);
});

test('the log shows what was given, and account keeps who did it, and why', async () => {
  const id = randomUUID();
  await post(await keyQuota('limited'), { id, usd: '3', reason: 'invoice 17' });
  const log = await fetch(`${world.baseUrl}/api/log?type=1&token_name=limited`, {
    headers: { cookie: root },
  });
  const { data } = (await log.json()) as { data: { items: object[] } };
  const rootId = await idOf('users', 'root');
  expect(data.items[0]).toMatchObject({
    quota: 1_500_000,
    token_name: 'limited',
    content: `admin:${rootId}`,
  });
  const [row] = await world.sql(
    'select actor_id::text, units, reason, outcome from account.quota_changes where id = $1',
    [id],
  );
  expect(row).toEqual({ actor_id: rootId, units: 1_500_000n, reason: 'invoice 17', outcome: 'changed' });
});
