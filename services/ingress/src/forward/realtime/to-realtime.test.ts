import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { fault } from '@headgate/proto/faults';
import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import type { RealtimeOpen } from '@headgate/proto/gen/headgate/text/v1/text';
import { callerHeader, readCaller } from '@headgate/proto/internal-headers';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { sendRaw } from '../../testing/raw-http.ts';
import { type ScriptedRealtime, startScriptedRealtime } from '../../testing/scripted-realtime.ts';
import { startWorld, testCallerSecret, type World } from '../../testing/world.ts';

let gateway: ScriptedRealtime;
let world: World;
beforeAll(async () => {
  gateway = await startScriptedRealtime();
  world = await startWorld({ textGatewayHttpAddress: gateway.address });
  world.account.put('sk-good');
});
beforeEach(() => {
  delete gateway.refusal;
  gateway.received.length = 0;
  gateway.ended.length = 0;
  gateway.isBusy = false;
});
afterAll(async () => {
  await world.stop();
  await gateway.stop();
});

interface Dial {
  query?: string;
  key?: string;
  protocols?: string[];
  headers?: Record<string, string>;
}

function dial(
  { url }: World,
  { query = '?model=m', key, protocols = [], headers = {} }: Dial = {},
): WebSocket {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const address = `${url.replace('http', 'ws')}/v1/realtime${query}`;
  const socket = new WebSocket(address, protocols, { headers: { ...authorization, ...headers } });
  socket.on('error', () => undefined);
  return socket;
}

async function refusal(socket: WebSocket) {
  const [, response] = await once(socket, 'unexpected-response');
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode,
    headers: response.headers,
    error: JSON.parse(String(Buffer.concat(chunks))).error,
  };
}

const last = () => gateway.received.at(-1);

/** Who calls, as the gateway was told. */
function callerIn(headers: IncomingHttpHeaders | undefined): RealtimeOpen {
  const open = readCaller(headers?.[callerHeader], testCallerSecret, Date.now());
  if (!open || open instanceof Error) throw new Error('nobody is named', { cause: open });
  return open;
}

describe('an upgrade', () => {
  it('is handed over with a signed caller, and frames pass both ways', async () => {
    const socket = dial(world, { key: 'sk-good', query: '?model=my%20model&key=sk-other' });
    await once(socket, 'open');
    socket.send('hello');
    expect(String((await once(socket, 'message'))[0])).toBe('hello');
    socket.close();
    const open = callerIn(last()?.headers);
    expect(open).toMatchObject({ model: 'my model', caller: { userId: 7n, group: 'default' } });
    expect(last()?.url).toBe('/v1/realtime');
    await waitFor(
      () => world.lines.find(({ requestId, msg }) => requestId === open.requestId && msg === 'request'),
      'the session is logged',
    ).then((line) => expect(line).toMatchObject({ status: 101, route: 'GET /v1/realtime' }));
  });

  it('takes along nothing else of what its client sent', async () => {
    const forged = { [callerHeader]: 'forged', 'x-headgate-other': 'forged', cookie: 'session=secret' };
    const protocols = ['realtime', 'openai-insecure-api-key.sk-good', 'openai-beta.realtime-v1'];
    const socket = dial(world, { protocols, headers: { ...forged, 'x-custom': 'x' } });
    await once(socket, 'open');
    expect(socket.protocol).toBe('realtime');
    socket.close();
    const { headers } = last() ?? {};
    expect(Object.keys(headers ?? {}).sort()).toEqual(
      [
        ...['connection', 'host', 'openai-beta', 'sec-websocket-key', 'sec-websocket-protocol'],
        ...['sec-websocket-version', 'upgrade', callerHeader],
      ].sort(),
    );
    expect(headers).toMatchObject({ 'sec-websocket-protocol': 'realtime', 'openai-beta': 'realtime=v1' });
    expect(callerIn(headers)).toMatchObject({ caller: { userId: 7n } });
    expect(JSON.stringify(world.lines)).not.toContain('sk-good');
  });

  it('takes along as many models as a key can name', async () => {
    const models = Array.from({ length: 1_000 }, (_, index) => `model-${index}`.padEnd(200, '-'));
    world.account.put('sk-listing', { modelsLimited: true, models });
    const socket = dial(world, { key: 'sk-listing' });
    await once(socket, 'open');
    socket.close();
    const open = callerIn(last()?.headers);
    expect(open.caller?.models).toEqual(models);
  });

  it.each([
    ['without a model', { key: 'sk-good', query: '' }, 400, 'invalid_request', 'model'],
    ['without a key', {}, 401, 'invalid_api_key', ''],
    ['with an unknown key', { key: 'sk-wrong' }, 401, 'invalid_api_key', ''],
  ])('%s is refused by an answer', async (_name, options, status, code, param) => {
    const answer = await refusal(dial(world, options));
    expect(answer).toMatchObject({ status, error: { code, param, type: 'invalid_request_error' } });
    expect(answer.headers).toMatchObject({ connection: 'close', 'content-type': 'application/json' });
    expect(gateway.received).toHaveLength(0);
  });

  it('that the gateway refuses is refused in the envelope of the row', async () => {
    gateway.refusal = fault('too_many_requests', { retryAfterMs: 6_400, message: 'Busy.' });
    const answer = await refusal(dial(world, { key: 'sk-good' }));
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'retry-after': '7' },
      error: { code: 'too_many_requests', message: 'Busy.' },
    });
    expect(JSON.stringify(answer.headers)).not.toContain('headgate');
  });

  it('that is refused in long words is refused in the beginning of them', async () => {
    gateway.refusal = fault('invalid_request', { message: '\u5b57'.repeat(20_000) });
    const answer = await refusal(dial(world, { key: 'sk-good' }));
    expect(answer).toMatchObject({ status: 400, error: { message: `${'\u5b57'.repeat(1_000)}...` } });
  });

  it('without a gateway is 503', async () => {
    const deserted = await startWorld({ textGatewayHttpAddress: '127.0.0.1:1' });
    deserted.account.put('sk-good');
    const answer = await refusal(dial(deserted, { key: 'sk-good' }));
    expect(answer).toMatchObject({ status: 503, error: { code: 'service_unavailable' } });
    await deserted.stop();
  });

  it('holds its key’s place as long as the session lasts', async () => {
    world.account.put('sk-single', { concurrency: 1 });
    const first = dial(world, { key: 'sk-single' });
    await once(first, 'open');
    expect((await refusal(dial(world, { key: 'sk-single' }))).status).toBe(429);
    first.close();
    await waitFor(async () => {
      const socket = dial(world, { key: 'sk-single' });
      const isOpen = await once(socket, 'open').then(
        () => true,
        () => false,
      );
      socket.close();
      return isOpen;
    }, 'the place is free');
  });
});

describe('an upgrade that is no handshake', () => {
  it.each([
    ['without a key', 'sec-websocket-version: 13\r\n'],
    ['without a version', 'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'],
    ['with a key that is none', 'sec-websocket-version: 13\r\nsec-websocket-key: key\r\n'],
    ['of an old version', 'sec-websocket-version: 7\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n'],
  ])('%s is 400, and gets no further', async (_what, handshake) => {
    const head = 'GET /v1/realtime?model=m HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer sk-good\r\n';
    const upgrade = `connection: Upgrade\r\nupgrade: websocket\r\n${handshake}`;
    const { status, headers } = await sendRaw(world.port, `${head}${upgrade}\r\n`);
    expect([status, headers['sec-websocket-version']]).toEqual([400, '13']);
    expect(gateway.received).toEqual([]);
  });
});

/** An upgrade as it is written, of a client that sends whatever it likes. */
function written(proof = 'authorization: Bearer sk-good\r\n'): string {
  const handshake = 'sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  const upgrade = `connection: Upgrade\r\nupgrade: websocket\r\n${handshake}`;
  return `GET /v1/realtime?model=m HTTP/1.1\r\nhost: gateway\r\n${proof}${upgrade}\r\n`;
}

/** More than is taken of a connection that nobody reads. */
const unread = 'x'.repeat(200_000);

describe('an upgrade that is refused', () => {
  it.each([
    ['by us', '', 401],
    ['by its gateway', undefined, 429],
  ])('%s keeps no connection, whatever its client sends behind it', async (_who, proof, status) => {
    gateway.refusal = fault('too_many_requests');
    expect((await sendRaw(world.port, written(proof) + unread)).status).toBe(status);
    await waitFor(() => world.context.open.size === 0, 'it is over');
  });
});

it('an upgrade whose client leaves before it is answered is given up', async () => {
  let asked: Socket | undefined;
  const silent = await startSilent((socket) => {
    asked = socket.resume();
  });
  const waiting = await startWorld({ textGatewayHttpAddress: silent });
  waiting.account.put('sk-good');
  const socket = connect(waiting.port, '127.0.0.1');
  socket.write(written());
  await waitFor(() => asked, 'its gateway is asked');
  socket.destroy();
  await waitFor(() => asked?.closed && waiting.context.open.size === 0, 'it is over', { timeoutMs: 5_000 });
  await waiting.stop();
});

/** A gateway that says nothing; gives its address. */
async function startSilent(serve: (socket: Socket) => void): Promise<string> {
  const server = createServer(serve);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `127.0.0.1:${address.port}`;
}

describe('an upgrade behind a request that is still being answered', () => {
  it.each(['GET /v1/models', 'OPTIONS /files/one'])('%s is 426', async (before) => {
    const socket = connect(world.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    let answers = '';
    socket.on('data', (bytes) => (answers += bytes));
    const head = `HTTP/1.1\r\nhost: gateway\r\nauthorization: Bearer sk-good\r\n`;
    const upgrade =
      'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
    socket.write(`${before} ${head}\r\nGET /v1/realtime?model=m ${head}${upgrade}\r\n`);
    await waitFor(() => answers.includes('This route is a WebSocket.'), 'both are answered');
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual([expect.stringContaining('20'), 'HTTP/1.1 426']);
  });
});

describe('the route without an upgrade', () => {
  it('is 426', async () => {
    const answer = await request(world.url)
      .get('/v1/realtime?model=m')
      .set('authorization', 'Bearer sk-good');
    expect(answer.status).toBe(426);
    expect(answer.headers.upgrade).toBe('websocket');
    expect(answer.body.error).toMatchObject({ code: 'invalid_request' });
  });

  it('is 426 to the wish for another protocol, which no other route hears', async () => {
    const h2c = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', authorization: 'Bearer sk-good' };
    expect((await request(world.url).get('/v1/realtime').set(h2c)).status).toBe(426);
    expect((await request(world.url).get('/healthz').set(h2c)).status).toBe(200);
  });
});

describe('a session', () => {
  it('whose gateway is gone keeps no connection, whatever its client goes on to send', async () => {
    const socket = connect({ port: world.port, host: '127.0.0.1', allowHalfOpen: true });
    onTestFinished(() => void socket.destroy());
    socket.write(written());
    await once(socket, 'data');
    socket.resume();
    gateway.sockets.at(-1)?.terminate();
    await once(socket, 'end');
    socket.write(unread, () => socket.destroy());
    await waitFor(() => world.context.open.size === 0, 'it is over');
  });

  const open = async (key: string) => {
    const socket = dial(world, { key });
    await once(socket, 'open');
    return { closed: once(socket, 'close') };
  };

  it.each([
    ['is revoked', 'sk-revoked', { enabled: false }],
    ['has a user who is disabled', 'sk-banned', { userEnabled: false }],
    ['may not be used from there any more', 'sk-elsewhere', { ips: ['192.0.2.1'] }],
    ['has expired', 'sk-old', { expiresAt: 1n }],
    ['has a user who is of another group', 'sk-moved', { group: 'vip' }],
    ['has a budget', 'sk-bounded', { budgets: [{ period: Period.DAY, timeZone: 'UTC', units: 1n }] }],
    ['may not ask for the model any more', 'sk-listed', { modelsLimited: true, models: ['other'] }],
    ['has tokens a minute, which do not count it', 'sk-counted', { tpm: 100 }],
    ['has places, of which it holds none', 'sk-placed', { concurrency: 1 }],
  ])('is ended by its gateway once its key %s', async (_, key, change) => {
    world.account.put(key);
    const { closed } = await open(key);
    world.account.put(key, change);
    expect((await closed)[0]).toBe(1001);
    expect(gateway.ended).toHaveLength(1);
  });

  it.each([
    ['was revoked', 'sk-leaked', { enabled: false }],
    ['has a user who is of another group', 'sk-regrouped', { group: 'vip' }],
  ])('whose key %s is asked to end until its gateway hears it', async (_, key, change) => {
    world.account.put(key);
    const { closed } = await open(key);
    gateway.deafFor = 2;
    world.account.put(key, change);
    expect((await closed)[0]).toBe(1001);
    expect({ ended: gateway.ended.length, deafFor: gateway.deafFor }).toEqual({ ended: 1, deafFor: 0 });
  });

  it('is ended in the second in which its key expires', async () => {
    world.account.put('sk-soon', { expiresAt: BigInt(Math.floor(Date.now() / 1_000) + 2) });
    expect((await (await open('sk-soon')).closed)[0]).toBe(1001);
  });

  it('goes on when other keys change, and when its own does and is still good', async () => {
    const limits = { tpm: 100, concurrency: 2 };
    world.account.put('sk-kept', limits);
    const version = world.context.keys.version();
    const socket = dial(world, { key: 'sk-kept' });
    await once(socket, 'open');
    world.account.put('sk-good', { enabled: false });
    world.account.put('sk-kept', { rpm: 7, tpm: 50 });
    await waitFor(() => world.context.keys.version() > version + 1n, 'both changes are known');
    const seen = world.context.keys.version();
    world.account.put('sk-kept', limits);
    await waitFor(() => world.context.keys.version() > seen, 'sessions were looked at meanwhile');
    world.account.put('sk-good');
    socket.send('still there');
    expect(String((await once(socket, 'message'))[0])).toBe('still there');
    expect(gateway.ended).toEqual([]);
    socket.close();
  });
});

it('a session is proven anew by what its client sent: its key and the address that its proxy wrote down', async () => {
  const proxied = await startWorld({ textGatewayHttpAddress: gateway.address, trustedProxies: 'loopback' });
  onTestFinished(() => proxied.stop());
  proxied.account.put('sk-browser', { ips: ['192.0.2.1'] });
  const protocols = ['realtime', 'openai-insecure-api-key.sk-browser'];
  const socket = dial(proxied, { protocols, headers: { 'x-forwarded-for': '192.0.2.1' } });
  await once(socket, 'open');
  // Looked at every second.
  await wait(1_500);
  expect(gateway.ended).toEqual([]);
  const closed = once(socket, 'close');
  proxied.account.put('sk-browser', { ips: ['192.0.2.2'] });
  expect((await closed)[0]).toBe(1001);
});

it('a stop lets sessions go on within the grace, and then cuts them', async () => {
  gateway.isBusy = true;
  const stopping = await startWorld({ textGatewayHttpAddress: gateway.address, stopGraceMs: 300 });
  stopping.account.put('sk-good');
  const socket = dial(stopping, { key: 'sk-good' });
  await once(socket, 'open');
  const stopped = stopping.stop();
  socket.send('still there');
  expect(String((await once(socket, 'message'))[0])).toBe('still there');
  const closed = once(socket, 'close');
  await stopped;
  expect((await closed)[0]).toBe(1006);
});

it('a session is ended by its gateway when the process stops, with its own close', async () => {
  const stopping = await startWorld({ textGatewayHttpAddress: gateway.address, stopGraceMs: 60_000 });
  stopping.account.put('sk-good');
  const socket = dial(stopping, { key: 'sk-good' });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  const stopped = stopping.service.stop();
  expect((await closed)[0]).toBe(1001);
  await stopped;
  const opened = callerIn(last()?.headers);
  const asked = callerIn(gateway.ended[0]);
  expect(asked.requestId).toBe(opened.requestId);
  await stopping.stop();
});
