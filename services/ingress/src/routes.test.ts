import { request as httpRequest } from 'node:http';
import { Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Route, routes } from './routes.ts';
import { answerOk } from './testing/scripted-text-gateway.ts';
import { startWorld, type World } from './testing/world.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const limitBytes = 1_000;
let world: World;

beforeAll(async () => {
  world = await startWorld({ bodyLimitBytes: limitBytes });
  world.account.put('sk-good');
  world.account.put('sk-slow', { rpm: 1 });
  world.account.put('sk-off', { enabled: false });
  world.account.put('sk-old', { expiresAt: 1n });
  world.account.put('sk-elsewhere', { ips: ['10.0.0.0/8'] });
  world.account.put('sk-banned', { userEnabled: false });
});
beforeEach(() => {
  world.text.onOpen = answerOk;
  world.ledger.isBroken = false;
});
afterAll(() => world.stop());

const pathOf = (route: Route) => route.path.replace('*model', 'some/model').replace(':id', 'file-1');
const name = (route: Route) => `${route.method} ${route.path}`;

function send(route: Route, headers: Record<string, string> = {}) {
  const verb = ({ GET: 'get', POST: 'post', DELETE: 'delete' } as const)[route.method];
  return request(world.url)[verb](pathOf(route)).set(headers);
}

const withKey = (route: Route, key: string) => send(route, { authorization: `Bearer ${key}` });

function expectEnvelope(route: Route, response: request.Response, code: string | null): void {
  expect(response.headers['x-request-id']).toMatch(uuid);
  expect(response.headers['content-type']).toBe('application/json');
  if (route.envelope === 'session') {
    expect(response.body).toEqual({ success: false, message: expect.any(String) });
    return;
  }
  const { error, ...rest } = response.body;
  expect(rest).toEqual({});
  expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
  expect(error).toMatchObject({ code, message: expect.any(String), type: expect.any(String), param: '' });
}

const keyed = routes.filter(({ proof }) => proof === 'key' || proof === 'key-read-only');

describe.each(keyed.map((route) => [name(route), route] as const))('%s', (_name, route) => {
  it('answers 401 without a key, with an unknown and with a disabled one', async () => {
    for (const response of [
      await send(route),
      await withKey(route, 'sk-wrong'),
      await withKey(route, 'sk-off'),
    ]) {
      expect(response.status).toBe(401);
      expectEnvelope(route, response, 'invalid_api_key');
      if (route.envelope === 'public') expect(response.body.error.type).toBe('invalid_request_error');
    }
  });

  it('answers 401 to an expired key, unless it only reads', async () => {
    const response = await withKey(route, 'sk-old');
    expect(response.status).toBe(route.proof === 'key' ? 401 : 200);
  });

  it('answers 403 to a foreign address and to a disabled user', async () => {
    for (const key of ['sk-elsewhere', 'sk-banned']) {
      const response = await withKey(route, key);
      expect(response.status).toBe(403);
      expectEnvelope(route, response, 'access_denied');
    }
  });

  it('answers 429 with a true Retry-After when the key has no request left', async () => {
    world.account.put('sk-slow', { rpm: 1 });
    const responses = [await withKey(route, 'sk-slow'), await withKey(route, 'sk-slow')];
    const refused = responses.find(({ status }) => status === 429);
    if (!refused) throw new Error('nobody was refused');
    expectEnvelope(route, refused, 'too_many_requests');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
  });

  it('serves with a slash at its end as well', async () => {
    const plain = await withKey(route, 'sk-good');
    const verb = ({ GET: 'get', POST: 'post', DELETE: 'delete' } as const)[route.method];
    const slashed = await request(world.url)
      [verb](`${pathOf(route)}/`)
      .set('authorization', 'Bearer sk-good');
    expect(slashed.status).toBe(plain.status);
  });
});

describe.each(routes.map((route) => [name(route), route] as const))('%s', (_name, route) => {
  it('answers 404 to another method and names those there are', async () => {
    const methods = routes.filter(({ path }) => path === route.path).map(({ method }) => method);
    const response = await request(world.url).patch(pathOf(route));
    expect(response.status).toBe(404);
    expect(response.headers.allow?.split(', ').sort()).toEqual(methods.sort());
    const message = `Invalid URL (PATCH ${pathOf(route)})`;
    if (route.path.startsWith('/api/')) expect(response.body).toEqual({ success: false, message });
    else {
      expect(response.body).toEqual({
        error: { message, type: 'invalid_request_error', param: '', code: '' },
      });
    }
  });
});

const unimplemented = routes.filter(({ target }) => target.to === 'unimplemented');
describe.each(unimplemented.map((route) => [name(route), route] as const))('%s', (_name, route) => {
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
          expect(JSON.parse(body)).toEqual({
            error: {
              message: 'API not implemented',
              type: 'headgate_api_error',
              param: '',
              code: 'api_not_implemented',
            },
          });
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

const textRoutes = routes.filter(({ target }) => target.to === 'text');
describe.each(textRoutes.map((route) => [name(route), route] as const))('%s', (_name, route) => {
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
  });

  it('answers 503 when no gateway is there', async () => {
    await world.text.kill();
    const response = await withKey(route, 'sk-good');
    await world.text.start();
    expect(response.status).toBe(503);
    expectEnvelope(route, response, 'service_unavailable');
    await expect.poll(async () => (await withKey(route, 'sk-good')).status, { timeout: 10_000 }).toBe(200);
  });
});

const posted = routes.filter(({ method, target }) => method === 'POST' && target.to !== 'unimplemented');
describe.each(posted.map((route) => [name(route), route] as const))('%s', (_name, route) => {
  it('answers 413 to a body over the limit', async () => {
    const response = await withKey(route, 'sk-good').send('x'.repeat(20_000));
    expect(response.status).toBe(413);
    expectEnvelope(route, response, 'request_too_large');
  });

  it('answers 415 to an encoding it does not know', async () => {
    const response = await withKey(route, 'sk-good').set('content-encoding', 'zstd').send('x');
    expect(response.status).toBe(415);
    expectEnvelope(route, response, 'unsupported_encoding');
  });
});

describe('the route table', () => {
  it('has metering on exactly the rows that generate', () => {
    for (const { target, billable } of routes) {
      expect(billable).toBe(target.to === 'text' && target.operation === Operation.GENERATE);
    }
  });

  it('proves a key wherever a target needs one', () => {
    for (const { target, proof, limits } of routes) {
      if (target.to === 'text' || target.to === 'ledger') expect(proof).toMatch(/^key/);
      if (limits === 'key') expect(proof).toMatch(/^key/);
    }
  });

  it.each(['/', '/v1', '/v1/unknown', '/v1beta/models/x:unknown', '/V1/models', '/favicon.ico'])(
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

  it('answers /healthz and /readyz', async () => {
    expect((await request(world.url).get('/healthz')).status).toBe(200);
    expect((await request(world.url).get('/readyz')).body).toEqual({ status: 'ok' });
  });
});
