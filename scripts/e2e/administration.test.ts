/** People are administered over the public API, through every service: what they may spend, and that they may not. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { configuration, rootPassword } from './testing/configuration.ts';
import { startWorld, type World } from './testing/world.ts';

let world: World;
let root: string;
beforeAll(async () => {
  world = await startWorld(configuration, { ingresses: 2 });
  root = await signIn('root', rootPassword);
}, 120_000);
afterAll(() => world.stop());

async function signIn(username: string, password: string): Promise<string> {
  const body = JSON.stringify({ username, password });
  const answer = await fetch(`${world.baseUrl}/api/user/login`, { method: 'POST', body });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

interface Answer {
  status: number;
  body: { success: boolean; message: string; data?: unknown };
}

async function ask(method: string, path: string, cookie: string, body?: object): Promise<Answer> {
  const answer = await fetch(world.baseUrl + path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Answer['body'] };
}

async function dataOf<T>(method: string, path: string, cookie: string, body?: object): Promise<T> {
  const answer = await ask(method, path, cookie, body);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return answer.body.data as T;
}

async function call(key: string, baseUrl = world.baseUrl): Promise<number> {
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'call-model', messages: [{ role: 'user', content: 'hi' }] }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const perCall = 5_000;
let eve: { id: number; cookie: string; key: string };
beforeEach(async ({ task }) => {
  // Each test has a user of its own, who can pay for two calls and a half.
  const username = `eve-${task.id.replaceAll(/\W/g, '')}`;
  const account = { username, password: 'password of eve', remain_quota: 2.5 * perCall };
  const { id } = await dataOf<{ id: number }>('POST', '/api/user/', root, account);
  const cookie = await signIn(username, 'password of eve');
  const { key } = await dataOf<{ key: string }>('POST', '/api/token/', cookie, { name: 'mine' });
  eve = { id, cookie, key };
});

const shownUser = () => dataOf<Record<string, unknown>>('GET', `/api/user/${eve.id}`, root);

test('a user who is made spends what they were given, and what a code gives, and no more', async () => {
  expect([await call(eve.key), await call(eve.key), await call(eve.key)]).toEqual([200, 200, 402]);
  const [code] = await dataOf<string[]>('POST', '/api/redemption/', root, { name: 'gift', quota: perCall });
  expect(await dataOf('POST', '/api/user/topup', eve.cookie, { key: code })).toBe(perCall);
  const again = await ask('POST', '/api/user/topup', eve.cookie, { key: code });
  expect(again).toMatchObject({ status: 200, body: { success: false, message: 'This code has been used.' } });
  expect([await call(eve.key), await call(eve.key)]).toEqual([200, 402]);

  await awaitClosedBooks(world);
  const [purse] = await world.sql('select granted, used, held from ledger.purse where id = $1', [
    `user:${eve.id}`,
  ]);
  expect(purse).toEqual({ granted: BigInt(3.5 * perCall), used: BigInt(3 * perCall), held: 0n });
  expect(await shownUser()).toMatchObject({
    remain_quota: perCall / 2,
    used_quota: 3 * perCall,
    key_count: 1,
    unlimited_quota: false,
  });
});

test('more quota serves the next request', async () => {
  expect([await call(eve.key), await call(eve.key), await call(eve.key)]).toEqual([200, 200, 402]);
  // What may still be spent is reckoned from what is booked.
  await waitFor(async () => (await shownUser()).used_quota === 2 * perCall, 'both are booked');
  await dataOf('PUT', '/api/user/', root, { id: eve.id, remain_quota: perCall });
  expect([await call(eve.key), await call(eve.key)]).toEqual([200, 402]);
});

test('who is disabled is refused at every ingress, and signed out', async () => {
  const everywhere = ['ingress', 'ingress-2'].map((name) => world.baseUrlOf(name));
  for (const url of everywhere) expect(await call(eve.key, url)).toBe(200);
  const state = await dataOf('POST', '/api/user/manage', root, { id: eve.id, action: 'disable' });
  expect(state).toEqual({ role: 1, status: 2 });
  for (const url of everywhere)
    await waitFor(async () => (await call(eve.key, url)) === 403, `${url} refuses the key`);
  expect((await ask('GET', '/api/user/self', eve.cookie)).status).toBe(401);
  await dataOf('POST', '/api/user/manage', root, { id: eve.id, action: 'enable' });
  // It can pay no more, but is let in.
  await waitFor(async () => (await call(eve.key)) === 402, 'the key is let in again');
  await dataOf('DELETE', `/api/user/${eve.id}`, root);
  await waitFor(async () => (await call(eve.key)) === 401, 'the key is unknown');
});

test('a code that account was killed over is credited once, when it is sent again', async () => {
  const [code] = await dataOf<string[]>('POST', '/api/redemption/', root, { name: 'kept', quota: perCall });
  const account = world.service('account');
  const topUp = () => ask('POST', '/api/user/topup', eve.cookie, { key: code });
  for (const stage of ['after-claim', 'after-credit']) {
    await account.kill();
    await account.start({ isKillable: true, env: { HEADGATE_KILL_AT: stage } });
    // The ingress takes a moment to find it again.
    await waitFor(async () => {
      expect((await topUp()).status).toBeGreaterThan(499);
      return !account.isRunning();
    }, `account died ${stage}`);
  }
  await account.kill();
  await account.start();
  const credited = await waitFor(async () => {
    const answer = await topUp();
    return answer.status < 500 ? answer : undefined;
  }, 'account serves again');
  expect(credited.body).toEqual({ success: true, message: '', data: perCall });
  expect(await shownUser()).toMatchObject({ remain_quota: 3.5 * perCall });
  await awaitClosedBooks(world);
});

test('an administrator is made by root, and is nobody to their equals', async () => {
  const state = await dataOf('POST', '/api/user/manage', root, { id: eve.id, action: 'promote' });
  expect(state).toEqual({ role: 10, status: 1 });
  expect((await ask('GET', '/api/user/self', eve.cookie)).status).toBe(401);
  const { username } = await shownUser();
  const cookie = await signIn(String(username), 'password of eve');
  const users = await dataOf<{ items: { id: number }[] }>('GET', '/api/user/?role=100', cookie);
  const rootId = users.items[0]?.id;
  for (const id of [rootId, eve.id])
    for (const action of ['disable', 'delete', 'promote', 'demote'])
      expect((await ask('POST', '/api/user/manage', cookie, { id, action })).status).toBe(403);
});

test('a plain user is refused all of it', async () => {
  const rows: [string, string, object?][] = [
    ['GET', '/api/user/'],
    ['GET', '/api/user/search?keyword=root'],
    ['GET', `/api/user/${eve.id}`],
    ['POST', '/api/user/', { username: 'mallory', password: 'password of mallory' }],
    ['PUT', '/api/user/', { id: eve.id, remain_quota: 1_000_000 }],
    ['DELETE', `/api/user/${eve.id}`],
    ['POST', '/api/user/manage', { id: eve.id, action: 'promote' }],
    ['GET', '/api/redemption/'],
    ['GET', '/api/redemption/search?keyword=a'],
    ['GET', '/api/redemption/1'],
    ['POST', '/api/redemption/', { name: 'mine', quota: 1_000_000 }],
    ['PUT', '/api/redemption/', { id: 1, status: 1 }],
    ['DELETE', '/api/redemption/1'],
    ['DELETE', '/api/redemption/invalid'],
    ['GET', '/api/audit/'],
  ];
  for (const [method, path, body] of rows)
    expect([path, (await ask(method, path, eve.cookie, body)).status]).toEqual([path, 403]);
  expect(await shownUser()).toMatchObject({ role: 1, remain_quota: 2.5 * perCall });
});

test('the audit log names it all, and users see what is theirs', async () => {
  const [code = ''] = await dataOf<string[]>('POST', '/api/redemption/', root, { name: 'seen', quota: 1 });
  await dataOf('POST', '/api/user/topup', eve.cookie, { key: code });
  await dataOf('PUT', '/api/user/', root, { id: eve.id, remain_quota: 7 });
  await dataOf('POST', '/api/user/manage', root, { id: eve.id, action: 'disable' });
  const { username } = await shownUser();
  type Lines = { items: { operation: string; username: string; changes: object }[] };
  const about = `/api/audit/?target_kind=user&target_id=${eve.id}`;
  const { items } = await dataOf<Lines>('GET', about, root);
  expect(items).toMatchObject([
    { operation: 'users.manage', username: 'root', changes: { enabled: [true, false] } },
    { operation: 'users.update', username: 'root', changes: { remain_quota: [null, 7] } },
    { operation: 'users.create', username: 'root' },
  ]);
  const { items: all } = await dataOf<Lines>('GET', '/api/audit/?page_size=100', root);
  expect(all.map(({ operation }) => operation)).toContain('configuration.apply');
  expect(JSON.stringify(all)).not.toContain(code);

  await dataOf('POST', '/api/user/manage', root, { id: eve.id, action: 'enable' });
  const cookie = await signIn(String(username), 'password of eve');
  const own = await dataOf<Lines>('GET', '/api/audit/self', cookie);
  expect(own.items.map(({ operation }) => operation)).toEqual(['redemptions.redeem', 'keys.create']);
});
