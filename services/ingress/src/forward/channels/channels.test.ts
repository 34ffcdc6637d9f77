import { fault } from '@headgate/proto/faults';
import { CircuitState, StatusAnnounced } from '@headgate/proto/gen/headgate/events/v1/events';
import { ProbeChannelsResponse } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startWorld, type World } from '../../testing/world.ts';

let world: World;
let cookie: string;
beforeAll(async () => {
  world = await startWorld();
  const login = await request(world.url).post('/api/user/login').send({ username: 'ada', password: 'right' });
  cookie = String(login.headers['set-cookie']?.[0]).split(';')[0] ?? '';
});
beforeEach(() => {
  world.text.inquiries.length = 0;
  world.text.onProbe = async (_asked, send) => send(passed(7n));
});
afterAll(() => world.stop());

const get = (path: string) => request(world.url).get(path).set('cookie', cookie);

function passed(channelId: bigint): ProbeChannelsResponse {
  const more = { seconds: 0.25, firstByteSeconds: 0.125, status: 200, model: 'm' };
  return { channelId, success: true, message: '', ...more };
}

const failed = ProbeChannelsResponse.fromPartial({ channelId: 8n, message: 'It said no.', seconds: 1.5 });
const view = { success: true, message: '', time: 0.25, model: 'm', status: 200, first_byte_seconds: 0.125 };

describe('the test of one channel', () => {
  test('says whether it passed and how long it took', async () => {
    const { status, body, headers } = await get('/api/channel/test/7?model=gpt&stream=true');
    const { success, message, time, ...data } = view;
    expect([status, body]).toEqual([200, { success, message, time, data: { channel_id: 7, ...data } }]);
    expect(headers['cache-control']).toBe('no-store');
    expect(world.text.inquiries).toMatchObject([{ request: { channelId: 7n, model: 'gpt', stream: true } }]);
  });

  test('says why it did not', async () => {
    world.text.onProbe = async (_asked, send) => send(failed);
    const { status, body } = await get('/api/channel/test/8');
    expect([status, body]).toMatchObject([200, { success: false, message: 'It said no.', time: 1.5 }]);
  });

  test('is refused in the words of the gateway', async () => {
    world.text.onProbe = async () => {
      throw new FaultError(fault('invalid_request', { status: 200, message: 'There is none.' }));
    };
    const { status, body } = await get('/api/channel/test/9');
    expect([status, body]).toEqual([200, { success: false, message: 'There is none.' }]);
  });

  test.each(['x', '0', '-1', '1e3', '9'.repeat(19)])('names a channel, which %s does not', async (id) => {
    const { body } = await get(`/api/channel/test/${id}`);
    expect(body).toEqual({ success: false, message: 'The path names no channel.' });
    expect(world.text.inquiries).toEqual([]);
  });

  test.each([
    ['/api/channel/test/7', { 'sec-fetch-site': 'cross-site' }],
    ['/api/channel/test', { 'sec-fetch-site': 'same-site' }],
    ['/api/channel/update_balance', { origin: 'https://pages.example' }],
    ['/api/channel/fetch_models/7', { 'sec-fetch-site': 'same-site' }],
  ])('is not begun by a page of another site: %s, %j', async (path, headers) => {
    const { status } = await get(path).set(headers);
    expect(status).toBe(403);
    expect(world.text.inquiries).toEqual([]);
  });
});

describe('the test of all channels', () => {
  test('is one list at the end', async () => {
    world.text.onProbe = async (_asked, send) => {
      send(passed(7n));
      send(failed);
    };
    const { body } = await get('/api/channel/test');
    expect(world.text.inquiries).toMatchObject([{ request: { channelId: 0n, model: '', stream: false } }]);
    expect(body).toMatchObject({
      success: true,
      data: {
        items: [
          { channel_id: 7, ...view },
          { channel_id: 8, success: false },
        ],
        total: 2,
        succeeded: 1,
      },
    });
  });

  test('is sent result by result to those who take events', async () => {
    const second = Promise.withResolvers<void>();
    world.text.onProbe = async (_asked, send) => {
      send(passed(7n));
      await second.promise;
      send(failed);
    };
    const answer = await fetch(`${world.url}/api/channel/test`, {
      headers: { cookie, accept: 'text/event-stream' },
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const first = (await reader?.read())?.value ?? '';
    expect(first).toBe(`data: ${JSON.stringify({ channel_id: 7, ...view })}\n\n`);
    second.resolve();
    let rest = '';
    for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) rest += read.value;
    const [result, done] = rest.split('\n\n');
    expect(JSON.parse(result?.replace('data: ', '') ?? '')).toMatchObject({
      channel_id: 8,
      message: 'It said no.',
    });
    const summary = { success: true, message: '', total: 2, succeeded: 1 };
    expect(done).toBe(`event: done\ndata: ${JSON.stringify(summary)}`);
  });

  test('that breaks off says so at its end', async () => {
    world.text.onProbe = async (_asked, send) => {
      send(passed(7n));
      throw new Error('a defect');
    };
    const { text } = await get('/api/channel/test').set('accept', 'text/event-stream');
    expect(text).toContain('event: done\ndata: {"success":false,"message":"The test broke off.","total":1');
  });

  test('that cannot begin is refused as all are', async () => {
    world.text.onProbe = async () => {
      throw new FaultError(fault('service_unavailable'));
    };
    const { status, body } = await get('/api/channel/test').set('accept', 'text/event-stream');
    expect([status, body]).toEqual([503, { success: false, message: expect.any(String) }]);
  });

  test('ends when its client leaves', async () => {
    world.text.onProbe = () => new Promise(() => undefined);
    const leaving = new AbortController();
    const asking = fetch(`${world.url}/api/channel/test`, { headers: { cookie }, signal: leaving.signal });
    asking.catch(() => undefined);
    await expect.poll(() => world.text.inquiries.length, { timeout: 10_000 }).toBe(1);
    leaving.abort();
    await expect.poll(() => world.text.inquiries[0]?.isCancelled, { timeout: 10_000 }).toBe(true);
  });
});

describe('models', () => {
  const post = (body: object | string) =>
    request(world.url).post('/api/channel/fetch_models').set('cookie', cookie).send(body);

  test('of a saved channel are listed', async () => {
    world.text.onModels = () => ['a', 'b'];
    const { body } = await get('/api/channel/fetch_models/7');
    expect(body).toEqual({ success: true, message: '', data: ['a', 'b'] });
    expect(world.text.inquiries).toMatchObject([{ request: { channelId: 7n } }]);
  });

  const where = { base_url: 'http://upstream.example/v1', key: ' first \nsecond' };

  test.each([
    [{ provider: 'anthropic' }, 'anthropic'],
    [{ type: 1 }, 'openai'],
    [{ type: 43 }, 'openai-compatible'],
    [{ type: 'gemini' }, 'gemini'],
  ])('of an unsaved channel are listed: %j', async (kind, provider) => {
    world.text.onModels = () => ['a'];
    expect((await post({ ...where, ...kind })).body).toMatchObject({ success: true, data: ['a'] });
    const unsaved = { provider, baseUrl: where.base_url, key: 'first', vendor: '', apiVersion: '' };
    expect(world.text.inquiries).toMatchObject([{ request: { unsaved } }]);
  });

  test.each([
    [{ key: 'k', provider: 'openai' }, /^base_url is needed/],
    [{ ...where, key: undefined, provider: 'openai' }, /^key is needed/],
    [where, /^provider is needed/],
    [{ ...where, type: 50 }, /of this type do not list/],
    [{ ...where, provider: 'openai', vendor: 5 }, /must be text/],
    ['[]', /^base_url is needed/],
  ])('are not asked for with %j', async (body, words) => {
    const answer = await post(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(words) });
    expect(world.text.inquiries).toEqual([]);
  });
});

describe('balances', () => {
  test('of one channel are told, or why not', async () => {
    world.text.onBalance = () => [
      { channelId: 7n, success: true, message: '', balance: 74.75, currency: 'USD' },
    ];
    expect((await get('/api/channel/update_balance/7')).body).toEqual({
      success: true,
      message: '',
      balance: 74.75,
      data: { channel_id: 7, balance: 74.75, currency: 'USD' },
    });
    world.text.onBalance = () => [
      { channelId: 7n, success: false, message: 'No.', balance: 0, currency: '' },
    ];
    expect((await get('/api/channel/update_balance/7')).body).toEqual({ success: false, message: 'No.' });
  });

  test('of all channels are a list', async () => {
    world.text.onBalance = () => [
      { channelId: 7n, success: true, message: '', balance: 0, currency: 'CNY' },
      { channelId: 8n, success: false, message: 'No.', balance: 0, currency: '' },
    ];
    expect((await get('/api/channel/update_balance')).body.data).toEqual({
      items: [
        { channel_id: 7, success: true, message: '', balance: 0, currency: 'CNY' },
        { channel_id: 8, success: false, message: 'No.', balance: null, currency: null },
      ],
      total: 2,
    });
  });
});

test('what processes say of themselves is shown', async () => {
  const channels = [{ channelId: 7n, state: CircuitState.OPEN }];
  const said = {
    service: 'text-gateway',
    instance: 'one',
    ready: true,
    gauges: { open_text_requests: 3 },
    channels,
  };
  world.context.statuses.hear(StatusAnnounced.fromPartial(said));
  const status = (await get('/api/system/status')).body.data;
  expect(status.gauges).toEqual({ open_text_requests: 3 });
  expect(status.services[2]).toMatchObject({
    name: 'text-gateway',
    instances: [{ instance: 'one', ready: true }],
  });
  const health = (await get('/api/channel/health')).body.data;
  expect(health).toMatchObject({ items: [{ channel_id: 7, state: 'open', gateways: 1 }], total: 1 });
});
