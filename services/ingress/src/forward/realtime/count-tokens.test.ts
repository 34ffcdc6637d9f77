/** Sessions of keys that have tokens a minute, and what their gateway tells of them. */
import { once } from 'node:events';
import { fault } from '@headgate/proto/faults';
import { callerHeader, readCaller } from '@headgate/proto/internal-headers';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import request from 'supertest';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { type ScriptedRealtime, startScriptedRealtime } from '../../testing/scripted-realtime.ts';
import { startWorld, testCallerSecret, type World } from '../../testing/world.ts';

let gateway: ScriptedRealtime;
let world: World;
beforeAll(async () => {
  gateway = await startScriptedRealtime();
  world = await startWorld({ textGatewayHttpAddress: gateway.address });
  // What is refused takes no tokens.
  world.text.onOpen = (relay) => relay.refuse(fault('model_not_found'));
});
beforeEach(() => {
  gateway.received.length = 0;
  gateway.tellers.length = 0;
  gateway.isOld = false;
});
afterAll(async () => {
  await world.stop();
  await gateway.stop();
});

function dial(key: string): WebSocket {
  const address = `${world.url.replace('http', 'ws')}/v1/realtime?model=m`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${key}` } });
  socket.on('error', () => undefined);
  onTestFinished(() => socket.terminate());
  return socket;
}

async function open(key: string): Promise<WebSocket> {
  const socket = dial(key);
  await once(socket, 'open');
  return socket;
}

/** An open session whose gateway has been asked what it uses. */
async function openTold(key: string) {
  const socket = await open(key);
  const teller = await waitFor(() => gateway.tellers.at(-1), 'the gateway is asked');
  return { socket, teller };
}

/** Of a request that takes none: 503, or 429 where none are left. */
const statusOf = async (key: string): Promise<number> => {
  const chat = request(world.url).post('/v1/chat/completions').set('authorization', `Bearer ${key}`);
  return (await chat.send({})).status;
};

const isRefused = (key: string) => waitFor(async () => (await statusOf(key)) === 429, 'its tokens are used');

it('what a session uses is counted, and the next one is refused by an answer', async () => {
  world.account.put('sk-told', { tpm: 100 });
  const { socket, teller } = await openTold('sk-told');
  const opened = readCaller(gateway.received[0]?.headers[callerHeader], testCallerSecret, Date.now());
  expect(readCaller(teller.headers[callerHeader], testCallerSecret, Date.now())).toMatchObject({
    requestId: (opened as { requestId: string }).requestId,
  });
  teller.response.write('0\n60\n');
  teller.response.write('9');
  teller.response.write('9\n');
  for (let count = 0; count < 5; count += 1) expect(await statusOf('sk-told')).toBe(503);
  teller.response.write('99\n100\n');
  await isRefused('sk-told');
  const [, refusal] = await once(dial('sk-told'), 'unexpected-response');
  expect(refusal.statusCode).toBe(429);
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(0);
  const chunks: Buffer[] = [];
  for await (const chunk of refusal) chunks.push(chunk);
  expect(JSON.parse(String(Buffer.concat(chunks))).error).toMatchObject({
    code: 'too_many_requests',
    message: 'This key has used as many tokens in this minute as it may.',
  });
  expect(gateway.received).toHaveLength(1);
  expect(socket.readyState).toBe(WebSocket.OPEN);
});

it('what is told again, after it broke off, is counted once', async () => {
  world.account.put('sk-broken', { tpm: 100 });
  const { teller } = await openTold('sk-broken');
  teller.response.write('90\n');
  teller.response.destroy();
  await waitFor(() => gateway.tellers.length === 2, 'it is asked again');
  const again = gateway.tellers[1]?.response;
  again?.write('90\n99\n');
  for (let count = 0; count < 5; count += 1) expect(await statusOf('sk-broken')).toBe(503);
  again?.write('100\n');
  await isRefused('sk-broken');
});

it('what a session used is counted also where its client has left by then', async () => {
  world.account.put('sk-left', { tpm: 100 });
  const { socket, teller } = await openTold('sk-left');
  socket.close();
  await waitFor(() => world.context.open.size === 0, 'the session is over for its client');
  expect(await statusOf('sk-left')).toBe(503);
  teller.response.end('100\n');
  await isRefused('sk-left');
});

it.each([
  ['is of the version before', true],
  ['knows the session no more', false],
])('a gateway that %s is asked once, and the session goes on', async (_which, isOld) => {
  const key = isOld ? 'sk-old' : 'sk-over';
  world.account.put(key, { tpm: 100 });
  gateway.isOld = isOld;
  const { socket, teller } = await openTold(key);
  if (!isOld) teller.response.writeHead(404).end();
  await waitFor(() => teller.response.closed, 'it has answered');
  socket.send('still there');
  expect(String((await once(socket, 'message'))[0])).toBe('still there');
  expect(gateway.tellers).toHaveLength(1);
});

it('lines that are no numbers count nothing', async () => {
  world.account.put('sk-odd', { tpm: 100 });
  const { teller } = await openTold('sk-odd');
  teller.response.write('-100\n1e9\n\nmany\n99\n');
  expect(await statusOf('sk-odd')).toBe(503);
  teller.response.write('100\n');
  await isRefused('sk-odd');
});

it('nobody is asked for a key without tokens a minute', async () => {
  world.account.put('sk-free');
  world.account.put('sk-next', { tpm: 100 });
  await open('sk-free');
  await openTold('sk-next');
  expect(gateway.tellers).toHaveLength(1);
});
