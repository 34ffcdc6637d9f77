/** What another site may have a browser ask for: nothing that changes anything. */

import { Role } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rowName } from '../../testing/row-kind.ts';
import { testUser } from '../../testing/scripted-account.ts';
import { send } from '../../testing/send.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { routes } from '../routes.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({ trustedProxies: 'loopback' });
  world.account.user = { ...testUser, role: Role.ROOT };
});
beforeEach(() => {
  world.account.sessions.add('good');
});
afterAll(() => world.stop());

const rows = routes
  .filter(({ target }) => target.to === 'operation')
  .map((route) => ({ name: rowName(route), route }));
const unsafe = rows.filter(({ route }) => route.method !== 'GET' || route.isUnsafe);
const cookie = 'session=good';

const foreign: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://elsewhere.example' },
  { origin: 'null' },
];

describe.each(unsafe)('$name', ({ route }) => {
  it.each(foreign)('is not asked of account for a page elsewhere: %j', async (headers) => {
    const { length } = world.account.operated;
    const response = await send(world, route, { cookie, ...headers });
    expect(response.status).toBe(403);
    expect(response.body).toEqual({ success: false, message: 'This request came from another site.' });
    expect(world.account.operated).toHaveLength(length);
  });

  it('is asked for a page of its own', async () => {
    const { length } = world.account.operated;
    await send(world, route, { cookie, 'sec-fetch-site': 'same-origin', origin: world.url });
    expect(world.account.operated).toHaveLength(length + 1);
  });
});

describe('behind a proxy that writes the usual port behind the host', () => {
  const login = unsafe.find(({ name }) => name === 'POST /api/user/login')?.route;
  const ask = (host: string, origin: string) =>
    login && send(world, login, { 'x-forwarded-host': host, origin });

  it.each([
    ['gate.example:443', 'https://gate.example'],
    ['gate.example:80', 'http://gate.example'],
    ['Gate.Example', 'https://gate.example'],
  ])('%s is the site of %s', async (host, origin) => {
    expect((await ask(host, origin))?.status).toBe(200);
  });

  it.each([
    ['gate.example:443', 'http://gate.example'],
    ['gate.example:80', 'https://gate.example'],
    ['gate.example:8443', 'https://gate.example'],
    ['gate.example', 'https://gate.example:8443'],
  ])('%s is not the site of %s', async (host, origin) => {
    expect((await ask(host, origin))?.status).toBe(403);
  });
});

describe('behind a proxy that passes on no host', () => {
  let there: World;
  beforeAll(async () => {
    there = await startWorld({ publicUrl: 'https://gate.example/' });
  });
  afterAll(() => there.stop());

  it.each([
    ['https://gate.example', 200],
    ['http://gate.example', 403],
    ['https://gate.example:8443', 403],
    ['https://elsewhere.example', 403],
    ['null', 403],
  ])('a page of %s is answered with %i', async (origin, status) => {
    const login = unsafe.find(({ name }) => name === 'POST /api/user/login')?.route;
    expect((await (login && send(there, login, { origin })))?.status).toBe(status);
  });
});

it('covers every row that changes something', () => {
  const names = unsafe.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['POST /api/user/login', 'GET /api/user/logout', 'GET /api/user/token']),
  );
  expect(names.length).toBeGreaterThan(10);
});
