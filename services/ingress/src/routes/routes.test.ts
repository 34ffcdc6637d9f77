import { request as httpRequest } from 'node:http';
import { type FaultCode, fault } from '@headgate/proto/faults';
import { Operation as MediaOperation } from '@headgate/proto/gen/headgate/media/v1/media';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectedRefusal } from '../testing/expected-refusal.ts';
import { pathOf, rowName } from '../testing/row-kind.ts';
import { answerOk } from '../testing/scripted-text-gateway.ts';
import { verbs } from '../testing/send.ts';
import { startWorld, type World } from '../testing/world.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
let world: World;

beforeAll(async () => {
  world = await startWorld();
  world.account.put('sk-good');
  world.account.put('sk-old', { expiresAt: 1n });
});
beforeEach(() => {
  world.text.onOpen = answerOk;
  world.ledger.isBroken = false;
});
afterAll(() => world.stop());

function send(route: Route, headers: Record<string, string> = {}) {
  return request(world.url)[verbs[route.method]](pathOf(route)).set(headers);
}

const withKey = (route: Route, key: string) => send(route, { authorization: `Bearer ${key}` });

function expectFault(route: Route, response: request.Response, code: FaultCode, messagesType?: string): void {
  const { status, type } = fault(code);
  const words = { status, message: expect.any(String), type, messagesType, param: '', code };
  expect(response.status).toBe(status);
  expect(response.headers['x-request-id']).toMatch(uuid);
  expect(response.headers['content-type']).toBe('application/json');
  expect(response.body).toEqual(expectedRefusal(route.envelope, words));
}

const keyed = routes.filter(({ proof }) => proof === 'key' || proof === 'key-read-only');

describe.each(keyed.map((route) => [rowName(route), route] as const))('%s', (_name, route) => {
  it('serves with a slash at its end as well', async () => {
    const plain = await withKey(route, 'sk-good');
    const slashed = await request(world.url)
      [verbs[route.method]](`${pathOf(route)}/`)
      .set('authorization', 'Bearer sk-good');
    expect(slashed.status).toBe(plain.status);
    if (route.target.to !== 'text') return;
    const [model, slashedModel] = world.text.relays.slice(-2).map(({ open }) => open.model);
    expect(slashedModel).toBe(model);
  });
});

describe.each(
  routes.filter(({ proof }) => proof !== 'none').map((route) => [rowName(route), route] as const),
)('%s', (_name, route) => {
  it('is kept by no cache on the way, whether it was served or refused', async () => {
    for (const key of ['sk-good', 'sk-wrong'])
      expect((await withKey(route, key)).headers['cache-control'], key).toBe('no-store');
  });
});

/** Those of the playground have tests of their own. */
function isByKey({ proof }: Route): boolean {
  return proof !== 'playground';
}

const unimplemented = routes.filter(({ target }) => target.to === 'unimplemented');
describe.each(unimplemented.map((route) => [rowName(route), route] as const))('%s', (_name, route) => {
  it('answers 501 before a body is read', async () => {
    const status = await new Promise((resolve, reject) => {
      const started = httpRequest(`${world.url}${pathOf(route)}`, {
        method: route.method,
        // Announced and never sent.
        headers: { authorization: 'Bearer sk-good', 'content-length': '100000000' },
      });
      started.on('response', (response) => {
        let body = '';
        response.on('data', (chunk) => (body += chunk));
        response.on('end', () => {
          started.destroy();
          const words = {
            status: 501,
            message: 'API not implemented',
            type: 'headgate_api_error',
            param: '',
            code: 'api_not_implemented',
          };
          expect(JSON.parse(body)).toEqual(expectedRefusal(route.envelope, words));
          expect(response.headers['x-should-retry']).toBe('false');
          resolve(response.statusCode);
        });
      });
      started.on('error', reject);
      started.flushHeaders();
    });
    expect(status).toBe(501);
  });
});

it.each([
  ['x-api-key', { 'anthropic-version': '2023-06-01' }],
  ['x-goog-api-key', {}],
])(
  'files, which OpenAI, Anthropic and Google have at one path, are 501 with the key in %s too',
  async (name, others) => {
    const response = await fetch(`${world.url}/v1/files`, { headers: { [name]: 'sk-good', ...others } });
    expect(response.status).toBe(501);
    expect(await response.json()).toMatchObject({ error: { message: 'API not implemented' } });
  },
);

const textRoutes = routes
  .filter(isByKey)
  .flatMap((route) => (route.target.to === 'text' ? { route, target: route.target } : []));
describe.each(textRoutes.map(({ route, target }) => [rowName(route), route, target] as const))(
  '%s',
  (...row) => {
    const [, route, target] = row;

    it('reaches text-gateway with what the caller may', async () => {
      const before = world.text.relays.length;
      const response = await withKey(route, 'sk-good');
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ ok: true });
      expect(response.headers['content-length']).toBe('11');
      const open = world.text.relays[before]?.open;
      expect(open?.requestId).toBe(response.headers['x-request-id']);
      expect(open?.caller).toMatchObject({ userId: 7n, group: 'default' });
      expect(open?.model).toBe(route.path.includes('*model') ? 'some/model' : '');
      expect(open?.stream).toBe(/stream/.test(route.path));
      const { dialect } = target;
      expect(open?.dialect).toBe(dialect === 'by headers' ? Dialect.CHAT_COMPLETIONS : dialect);
      expect(open?.operation).toBe(target.operation);
    });

    it('answers 503 when no gateway is there', async () => {
      await world.text.kill();
      const response = await withKey(route, 'sk-good');
      await world.text.start();
      expectFault(route, response, 'service_unavailable', 'api_error');
      await expect.poll(async () => (await withKey(route, 'sk-good')).status, { timeout: 10_000 }).toBe(200);
    });
  },
);

const mediaRoutes = routes
  .filter(isByKey)
  .flatMap((route) => (route.target.to === 'media' ? { route, target: route.target } : []));
describe.each(mediaRoutes.map(({ route, target }) => [rowName(route), route, target] as const))(
  '%s',
  (_name, route, { operation, action = '' }) => {
    it('reaches the media service with what the caller may', async () => {
      const before = world.media.asked.length;
      const response = await withKey(route, 'sk-good').set('idempotency-key', 'once').query({ limit: '7' });
      expect(response.status).toBe(200);
      expect(response.body).toEqual({ ok: true });
      const asked = world.media.asked[before];
      expect(asked?.requestId).toBe(response.headers['x-request-id']);
      expect(asked).toMatchObject({ operation, action });
      expect(asked?.caller).toMatchObject({ userId: 7n, group: 'default' });
      expect(asked?.taskId).toBe(route.path.includes(':task_id') ? 'task_1' : '');
      expect(asked?.query).toEqual({ limit: '7' });
      expect(asked?.headers).toContainEqual({ name: 'idempotency-key', value: 'once' });
    });
  },
);

it('passes a speed in the path on, and takes the key where the vendor has it', async () => {
  const before = world.media.asked.length;
  const headers = { 'mj-api-secret': 'sk-good' };
  const response = await request(world.url).post('/mj-fast/mj/submit/imagine').set(headers).send('{}');
  expect(response.status).toBe(200);
  expect(world.media.asked[before]).toMatchObject({ operation: MediaOperation.MJ_IMAGINE, mode: 'fast' });
});

const signedIn: ReadonlySet<string> = new Set(['session', 'admin', 'root', 'playground']);

/** What reads its body without asking for a session first. */
const posted = routes.filter(
  ({ method, proof, target }) => method === 'POST' && !signedIn.has(proof) && target.to !== 'unimplemented',
);
describe.each(posted.map((route) => [rowName(route), route] as const))('%s', (_name, route) => {
  it('answers 415 to an encoding it does not know', async () => {
    const response = await withKey(route, 'sk-good').set('content-encoding', 'zstd').send('x');
    expectFault(route, response, 'unsupported_encoding');
  });
});

describe('the route table', () => {
  it('has metering on exactly the rows that ask a model for something', () => {
    const free: ReadonlySet<Operation> = new Set([
      Operation.COUNT_TOKENS,
      Operation.GET_MODEL,
      Operation.LIST_MODELS,
    ]);
    const creates: ReadonlySet<MediaOperation> = new Set([
      MediaOperation.CREATE_UNIFIED,
      MediaOperation.CREATE_VIDEO,
      MediaOperation.REMIX_VIDEO,
      MediaOperation.MJ_IMAGINE,
      MediaOperation.MJ_BLEND,
      MediaOperation.MJ_DESCRIBE,
      MediaOperation.MJ_SHORTEN,
      MediaOperation.MJ_EDITS,
      MediaOperation.MJ_VIDEO,
      MediaOperation.MJ_SWAP_FACE,
      MediaOperation.MJ_UPLOAD,
      MediaOperation.MJ_ACTION,
      MediaOperation.MJ_CHANGE,
      MediaOperation.MJ_SIMPLE_CHANGE,
      MediaOperation.KLING_CREATE,
      MediaOperation.CREATE_IMAGES,
    ]);
    for (const { target, billable } of routes) {
      const asks = target.to === 'text' && !free.has(target.operation);
      const makes = target.to === 'media' && creates.has(target.operation);
      expect(billable).toBe(asks || makes || target.to === 'realtime');
    }
  });

  it('proves a key wherever a target needs one', () => {
    for (const { target, proof, carriers, limits } of routes) {
      if (
        target.to === 'text' ||
        target.to === 'realtime' ||
        target.to.startsWith('media') ||
        target.to === 'ledger'
      )
        expect(proof).toMatch(/^key|^playground$/);
      if (limits === 'key') expect(proof).toMatch(/^key|^playground$/);
      expect(carriers.includes('authorization')).toBe(/^key/.test(proof));
    }
  });

  it('lets an expired key read its own usage', async () => {
    const readOnly = routes.filter(({ proof }) => proof === 'key-read-only');
    expect(readOnly.map(({ path }) => path)).toEqual(['/api/usage/token', '/api/log/token']);
    for (const route of readOnly) expect((await withKey(route, 'sk-old')).status).toBe(200);
  });

  it.each(['/v1', '/v1/unknown', '/v1beta/unknown', '/V1/models', '/Console', '/favicon.ico'])(
    'answers 404 to %s',
    async (path) => {
      const response = await request(world.url).get(`${path}?secret=1`);
      expect(response.status).toBe(404);
      expect(response.headers['x-request-id']).toMatch(uuid);
      expect(response.body).toEqual({
        error: { message: `Invalid URL (GET ${path})`, type: 'invalid_request_error', param: '', code: '' },
      });
    },
  );

  it.each(['/v1beta/models/m:unknown', '/v1/models/m:unknown', '/v1beta/models/m'])(
    'answers 404 to POST %s',
    async (path) => {
      const response = await request(world.url).post(path);
      expect(response.status).toBe(404);
      expect(response.headers.allow).toMatch(/^GET/);
      expect(response.body.error).toMatchObject({ message: `Invalid URL (POST ${path})`, code: '' });
    },
  );

  it('answers 426 to whoever wants a WebSocket where there is only HTTP', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const response = await request(world.url).get('/v1/responses').set(upgrade);
    expect(response.status).toBe(426);
    expect(response.headers).toMatchObject({ upgrade: 'HTTP/1.1', allow: 'POST' });
    const message = 'This route is no WebSocket: ask it over HTTP.';
    expect(response.body.error).toMatchObject({ message, type: 'invalid_request_error' });
    expect((await request(world.url).get('/v1/unknown').set(upgrade)).status).toBe(404);
  });

  it('answers 404 under /api in the session envelope', async () => {
    const response = await request(world.url).post('/api/unknown');
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, message: 'Invalid URL (POST /api/unknown)' });
  });

  it('answers 400 to a path that cannot be decoded', async () => {
    const response = await request(world.url).get('/v1/models/%ff');
    expect(response.status).toBe(400);
    expect(response.body.error.code).toBe('invalid_request');
  });

  it('counts what is not implemented apart from what failed', async () => {
    const { status } = await request(world.url).get('/v1/files').set({ authorization: 'Bearer sk-good' });
    expect(status).toBe(501);
    const metrics = await world.service.metrics.metrics();
    expect(metrics).toContain('headgate_ingress_requests_total{route="GET /v1/files",status="501"');
    expect(metrics).not.toContain('{route="GET /v1/files",status="5xx"');
  });

  it('answers /healthz and /readyz', async () => {
    expect((await request(world.url).get('/healthz')).status).toBe(200);
    expect((await request(world.url).get('/readyz')).body).toEqual({ status: 'ok' });
  });
});
