/** Every row of the route table in every status of a refusal: what the client gets, to the last header. */
import type { Response } from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Route } from '../routes/route.ts';
import { routes } from '../routes/routes.ts';
import { expectedRefusal } from '../testing/expected-refusal.ts';
import type { Cell, Refusal, Worlds } from '../testing/refusal.ts';
import * as caller from '../testing/refused-callers.ts';
import * as asked from '../testing/refused-requests.ts';
import { kindOf, type RowKind, rowName } from '../testing/row-kind.ts';
import { send, withKey } from '../testing/send.ts';
import { startWorld } from '../testing/world.ts';

/** Every kind of row with the same cell. */
function all(cell: Cell): Record<RowKind, Cell> {
  return {
    generate: cell,
    'count tokens': cell,
    'list models': cell,
    'get model': cell,
    realtime: cell,
    'make task': cell,
    'remake task': cell,
    'show task': cell,
    'list tasks': cell,
    'find tasks': cell,
    content: cell,
    picture: cell,
    presign: cell,
    upload: cell,
    file: cell,
    page: cell,
    'key usage': cell,
    billing: cell,
    'key records': cell,
    'own records': cell,
    'all records': cell,
    'guarded operation': cell,
    'open operation': cell,
    playground: cell,
    'open change': cell,
    'own operation': cell,
    'admin operation': cell,
    'root operation': cell,
    'channel question': cell,
    'unsaved channel': cell,
    statuses: cell,
    documentation: cell,
    alive: cell,
    ready: cell,
    unimplemented: cell,
  };
}

/** How each kind of row is brought to a status, or why it never gets there. */
const table = {
  401: {
    ...all(caller.withoutKey),
    'key usage': caller.withoutAnyKey,
    'key records': caller.withoutAnyKey,
    'own records': caller.withoutSession,
    'all records': caller.withoutSession,
    upload: 'its address is its proof',
    file: 'its address is its proof',
    page: 'is for whoever has not signed in as well',
    'guarded operation': 'answers a wrong password 200, success false',
    'open operation': 'is for whoever has not signed in',
    'open change': 'is for whoever has not signed in',
    'own operation': caller.withoutSession,
    playground: caller.withoutSession,
    'admin operation': caller.withoutSession,
    'root operation': caller.withoutSession,
    'channel question': caller.withoutSession,
    'unsaved channel': caller.withoutSession,
    statuses: caller.withoutSession,
    picture: 'is for whoever knows its id',
    documentation: 'asks nobody who they are',
    alive: 'asks nobody who they are',
    ready: 'asks nobody who they are',
  },
  402: {
    ...all('costs nothing'),
    generate: asked.spent,
    'make task': asked.spentOnTasks,
    'remake task': asked.spentOnTasks,
    realtime: 'says so to upgrades alone',
  },
  403: {
    ...all(caller.foreignKey),
    'own records': caller.disabledUser,
    'all records': [...caller.disabledUser, ...caller.commonUser],
    upload: 'leaves it to the media service to know its address',
    file: 'is for everybody',
    page: 'is for everybody',
    'guarded operation': caller.foreignSite,
    'open operation': 'may be followed from anywhere',
    'open change': caller.foreignSite,
    'own operation': caller.disabledUser,
    playground: caller.disabledUser,
    'admin operation': [...caller.disabledUser, ...caller.commonUser],
    'root operation': [...caller.disabledUser, ...caller.commonAdmin],
    'channel question': [...caller.disabledUser, ...caller.commonUser],
    'unsaved channel': [...caller.disabledUser, ...caller.commonUser],
    statuses: [...caller.disabledUser, ...caller.commonUser],
    picture: 'is for whoever knows its id',
    documentation: 'asks nobody who they are',
    alive: 'asks nobody who they are',
    ready: 'asks nobody who they are',
  },
  404: {
    ...all(asked.otherMethod),
    'get model': [...asked.otherMethod, ...asked.unknownModel],
    'show task': [...asked.otherMethod, ...asked.unknownTask],
    'remake task': [...asked.otherMethod, ...asked.unknownTask],
  },
  413: {
    ...all('reads no body'),
    generate: asked.tooLarge,
    'count tokens': asked.tooLarge,
    'make task': asked.tooLarge,
    'remake task': asked.tooLarge,
    'find tasks': asked.tooLarge,
    presign: asked.tooLarge,
    'unsaved channel': asked.tooLargeSignedIn,
    'guarded operation': asked.tooLarge,
    'open change': asked.tooLarge,
    unimplemented: 'answers before a body is read',
  },
  429: {
    ...all(caller.overLimits),
    generate: [...caller.overLimits, ...asked.busyUpstream],
    'make task': [...caller.overLimits, ...asked.busyVendor],
    'remake task': [...caller.overLimits, ...asked.busyVendor],
    content: 'has no limit: a player asks for many parts',
    picture: 'has no limit: pages show it',
    presign: 'is counted by the media service',
    upload: 'was counted when its address was given',
    file: 'has no limit: vendors and browsers ask',
    page: 'has no limit: it costs a small file',
    'guarded operation': caller.overLogins,
    'own records': 'has no limit: it costs a page',
    'all records': 'has no limit: it costs a page',
    'open operation': 'is counted for each person by account, or is cheap',
    'open change': 'has no limit: it costs one statement',
    'own operation': 'has no limit: it costs a few statements',
    playground: 'has a key without limits: its user is what bounds it',
    'admin operation': 'has no limit: only administrators get there',
    'root operation': 'has no limit: only root gets there',
    'channel question': 'has no limit: only administrators get there',
    'unsaved channel': 'has no limit: only administrators get there',
    statuses: 'has no limit: only administrators get there',
    documentation: 'has no limit: it is made once',
    alive: 'balancers ask as often as they like',
    ready: 'balancers ask as often as they like',
  },
  501: { ...all('is implemented'), unimplemented: asked.notImplemented },
  503: {
    ...all(asked.keyUnchecked),
    generate: asked.noModel,
    'count tokens': asked.noModel,
    'list models': asked.noGateway,
    'get model': asked.noGateway,
    'make task': asked.noTasks,
    'remake task': asked.noTasks,
    'show task': asked.noTasks,
    'list tasks': asked.noTasks,
    'find tasks': asked.noTasks,
    content: asked.noTasks,
    picture: asked.noPictures,
    presign: asked.noTasks,
    upload: asked.noTasks,
    file: asked.noTasks,
    page: asked.noConsole,
    'key usage': asked.noLedger,
    billing: asked.noLedger,
    'key records': asked.noLedger,
    'own records': asked.sessionUnchecked,
    'all records': asked.sessionUnchecked,
    'guarded operation': asked.loginUnchecked,
    'open operation': asked.sessionUnchecked,
    'open change': asked.sessionUnchecked,
    'own operation': asked.sessionUnchecked,
    playground: asked.sessionUnchecked,
    'admin operation': asked.sessionUnchecked,
    'root operation': asked.sessionUnchecked,
    'channel question': asked.sessionUnchecked,
    'unsaved channel': asked.sessionUnchecked,
    statuses: asked.sessionUnchecked,
    documentation: asked.noDocumentation,
    alive: 'says only that the process lives',
    ready: 'says 503 in a report and not as a fault',
  },
} satisfies Record<number, Record<RowKind, Cell>>;

const statuses = [401, 402, 403, 404, 413, 429, 501, 503] as const;
let worlds: Worlds;

beforeAll(async () => {
  const limits = { bodyLimitBytes: 1_000, failedAuthLimit: 3, loginLimit: 3, trustedProxies: 'loopback' };
  const full = await startWorld(limits);
  full.account.put('sk-good');
  full.account.put('sk-off', { enabled: false });
  full.account.put('sk-old', { expiresAt: 1n });
  full.account.put('sk-elsewhere', { ips: ['10.0.0.0/8'] });
  full.account.put('sk-banned', { userEnabled: false });
  worlds = { full, deserted: await startDeserted(), cookie: await signIn(full.url) };
});
afterAll(() => Promise.all([worlds.full.stop(), worlds.deserted.stop()]));

/** An ingress whose other services have gone, with one key in its cache. */
async function startDeserted() {
  const world = await startWorld({ trustedProxies: 'loopback' });
  world.account.put('sk-cached');
  const models = await fetch(`${world.url}/v1/models`, { headers: withKey('sk-cached') });
  expect(models.status).toBe(200);
  await world.account.stop();
  await world.text.kill();
  await world.media.stop();
  world.ledger.isBroken = true;
  return world;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/user/login`, {
    method: 'POST',
    body: JSON.stringify({ username: 'ada', password: 'right' }),
  });
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}

describe.each(statuses)('%i', (status) => {
  const cells = routes.map((route) => ({ name: rowName(route), route, cell: table[status][kindOf(route)] }));
  const refused = cells.flatMap(({ cell, ...row }) => (typeof cell === 'string' ? [] : [{ ...row, cell }]));
  const spared = cells.flatMap(({ cell, ...row }) => (typeof cell === 'string' ? [{ ...row, cell }] : []));

  it.each(refused)('$name', async ({ route, cell }) => {
    expect(cell).not.toHaveLength(0);
    for (const refusal of cell) expectRefusal(route, status, refusal, await refusal.provoke(worlds, route));
  });

  it.each(spared)('never $name, which $cell', async ({ route }) => {
    for (const headers of [{}, withKey('sk-wrong'), withKey('sk-good')]) {
      expect((await send(worlds.full, route, headers)).status).not.toBe(status);
    }
  });
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The billing routes have no errors, and an unknown task is a 400 on the unified status route alone. */
function statusIn(envelope: Route['envelope'], status: number, code: string | null): number {
  if (envelope === 'billing' && status >= 500) return 200;
  return envelope === 'unified status' && code === 'task_not_exist' ? 400 : status;
}

/** Those that Node writes by itself. */
const connectionHeaders = new Set(['connection', 'date', 'keep-alive']);

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'etag, content-range, x-request-id',
};

function expectRefusal(route: Route, status: number, refusal: Refusal, response: Response): void {
  const { code, type, messagesType, param = '', message = expect.stringMatching(/./), headers } = refusal;
  const envelope = refusal.isOffTable && route.envelope !== 'session' ? 'public' : route.envelope;
  expect(response.status).toBe(statusIn(envelope, status, code));
  const own = Object.entries(response.headers).filter(([name]) => !connectionHeaders.has(name));
  const id = response.headers['x-request-id'];
  expect(id).toMatch(uuid);
  expect(Object.fromEntries(own)).toEqual({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': String(Buffer.byteLength(response.text)),
    'x-request-id': id,
    ...(envelope === 'messages' && { 'request-id': id }),
    ...(route.isCrossOrigin && !refusal.isOffTable && crossOrigin),
    ...headers?.(route),
  });
  expect(response.body).toEqual(
    expectedRefusal(envelope, {
      ...{ status, message, type, messagesType, param, code },
      retryAfter: response.headers['retry-after'],
    }),
  );
  if (envelope === 'messages') expect(response.body.request_id).toBe(id);
}
