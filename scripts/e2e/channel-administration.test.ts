/** An administrator makes a channel with a model and its price in a browser's session: it serves, bills, goes and comes. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unitsPerDollar } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-callercallercallercallercallercaller';
const configuration = `
groups: { default: { ratio: 1 } }
models:
  call-model: { price: { call: 0.01 } }
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: grace, password: grace-password, role: admin, quota_usd: 1 }
  - { username: ada, password: ada-password, quota_usd: 1 }
keys:
  - { name: caller, key: "${key}", quota_usd: 1000 }
`;

let world: World;
let admin: string;
beforeAll(async () => {
  world = await startWorld(configuration);
  admin = await signIn('grace', 'grace-password');
}, 120_000);
afterAll(() => world.stop());

async function signIn(username: string, password: string): Promise<string> {
  const answer = await fetch(`${world.baseUrl}/api/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** What is read of answers beside what is asserted of them. */
interface Answer {
  success: boolean;
  message: string;
  data: { id: number; ids: number[]; items: { id: number }[]; models: unknown[] };
}

async function ask(method: string, path: string, body?: object, cookie = admin) {
  const answer = await fetch(world.baseUrl + path, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

async function succeed(method: string, path: string, body?: object) {
  const answer = await ask(method, path, body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return answer.body.data;
}

async function chat(model: string) {
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi.' }] }),
  });
  return { status: answer.status, body: await answer.json() };
}

const serves = async (model: string) => (await chat(model)).status === 200;
const usedUnits = async () => {
  const rows = await world.sql(
    "select used from ledger.purse where id = (select 'key:' || id from account.keys where name = 'caller')",
  );
  return Number(rows[0]?.used ?? 0);
};

const model = 'sold/by-call';
const channel = () => ({
  name: 'made by hand',
  provider: 'openai-compatible',
  base_url: `${world.sandboxUrl}/v1`,
  keys: ['hand-made-upstream-secret'],
  models: [{ name: model, upstream: 'call-model' }, 'call-model'],
  tag: 'by-hand',
});

test('a channel to a new model serves and bills as soon as it is made', async () => {
  expect(await ask('POST', '/api/channel/', { channel: { ...channel(), models: [model] } })).toMatchObject({
    status: 200,
    body: { success: false, message: `channel made by hand: there is no price for model "${model}"` },
  });
  await succeed('PUT', '/api/models/', { name: model, price: { call: 0.25 } });
  expect(await succeed('GET', `/api/models/detail?name=${encodeURIComponent(model)}`)).toMatchObject({
    price: { call: '0.25' },
    channels: [],
  });
  const { ids } = await succeed('POST', '/api/channel/', { channel: channel() });
  expect(ids).toHaveLength(1);
  await waitFor(() => serves(model), 'the new model is served');
  await waitFor(async () => (await usedUnits()) === 0.25 * unitsPerDollar, 'the call is billed');

  const listed = await succeed('GET', '/api/channel/?tag=by-hand');
  expect(listed).toMatchObject({ total: 1, items: [{ key_count: 1, keys: [{ last: 'cret' }] }] });
  expect(JSON.stringify(listed)).not.toContain('hand-made-upstream');
  const pricing = await succeed('GET', '/api/pricing');
  expect(pricing.models).toContainEqual(
    expect.objectContaining({ model, price: { call: '0.25' }, groups: ['default'] }),
  );
});

test('what costs another price from now on is billed at that price', async () => {
  const before = await usedUnits();
  await succeed('PUT', '/api/models', { name: model, price: { call: 0.5 } });
  const [{ version } = { version: 0n }] = await world.sql('select version from ledger.price_version');
  await waitFor(async () => {
    await chat(model);
    return ((await usedUnits()) - before) % (0.25 * unitsPerDollar) === 0 && (await lastBilled()) === 0.5;
  }, `a call is billed by version ${version}`);
});

async function lastBilled(): Promise<number> {
  const rows = await world.sql('select amount from ledger.usage order by id desc limit 1');
  return Number(rows[0]?.amount ?? 0) / unitsPerDollar;
}

test('a channel that is off serves nobody until it is on again', async () => {
  const { items } = await succeed('GET', '/api/channel/search?keyword=made');
  const id = items[0]?.id;
  await succeed('PUT', '/api/channel/', { id, enabled: false });
  await waitFor(async () => !(await serves(model)), 'nobody serves the model');
  expect(await chat(model)).toMatchObject({ status: 503, body: { error: { code: 'model_not_found' } } });
  await succeed('POST', '/api/channel/tag/enabled', { tag: 'by-hand' });
  await waitFor(() => serves(model), 'the model is served again');
  await succeed('POST', '/api/channel/multi_key/manage', {
    channel_id: id,
    action: 'disable_key',
    key_index: 0,
  });
  await waitFor(async () => !(await serves(model)), 'no key is left');
  await succeed('POST', '/api/channel/multi_key/manage', { channel_id: id, action: 'enable_all_keys' });
  await waitFor(() => serves(model), 'the key serves again');
});

test('a copy takes over from the original that is deleted', async () => {
  const { items } = await succeed('GET', '/api/channel/');
  const copy = await succeed('POST', `/api/channel/copy/${items[0]?.id}`);
  await succeed('DELETE', `/api/channel/${items[0]?.id}`);
  await waitFor(async () => !(await serves(model)), 'the original is gone');
  await succeed('PUT', '/api/channel/', { id: copy.id, enabled: true });
  await waitFor(() => serves(model), 'the copy serves');
  const lines = await world.sql("select operation from account.audit where actor_name = 'grace' order by id");
  expect(lines.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['models.put', 'channels.create', 'channels.copy', 'channels.delete']),
  );
});

test('a file that prunes leaves alone what was made by hand', async () => {
  await world.apply(configuration, ['--prune']);
  await waitFor(() => serves(model), 'the model is still served');
  const before = await usedUnits();
  await chat(model);
  await waitFor(async () => (await usedUnits()) >= before + 0.5 * unitsPerDollar, 'it is billed as before');
});

test('a plain user may do none of it, an administrator not what root may', async () => {
  const ada = await signIn('ada', 'ada-password');
  expect(await ask('GET', '/api/channel/', undefined, ada)).toMatchObject({ status: 403 });
  expect(await ask('PUT', '/api/models/', { name: 'x', price: { call: 0 } }, ada)).toMatchObject({
    status: 403,
  });
  expect(await ask('DELETE', '/api/channel/disabled', undefined, ada)).toMatchObject({ status: 403 });
  expect(await ask('POST', '/api/channel/1/key')).toMatchObject({ status: 403 });
  expect(await ask('GET', '/api/channel/', undefined, '')).toMatchObject({ status: 401 });
  expect((await ask('GET', '/api/user/self/groups', undefined, ada)).body).toMatchObject({
    data: { default: { ratio: '1' } },
  });
});
