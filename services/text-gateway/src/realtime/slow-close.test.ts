/** Sessions that end behind a response, also while their client still has much of it to take. They wait side by side. */
import { once } from 'node:events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { expect, type TestContext, test } from 'vitest';
import type { WebSocket } from 'ws';
import { refusalFault } from '../slices/refusal-fault.ts';
import { openSocketPair } from '../testing/socket-pair.ts';
import { createTestServing } from '../testing/test-serving.ts';
import { createPools } from '../upstream-call/pools.ts';
import type { SessionBill } from './bill.ts';
import { createContextSize } from './context-size.ts';
import { relaySession } from './relay-session.ts';
import { createResponses } from './responses.ts';

/** Quota for one response, or for any number. */
function billFor(isLastPaid: boolean): SessionBill {
  let covered = 0;
  return {
    dial: () => undefined,
    async cover() {
      if (isLastPaid && covered > 0) return 'empty';
      covered += 1;
      return undefined;
    },
    faultOf: (refusal) => refusalFault(refusal, { what: 'another response', lacking: [], budgets: [] }),
    quiet: async () => undefined,
    lacking: () => undefined,
    begin: () => ({ settle: () => 0n }),
    charge: async () => undefined,
    fail: () => undefined,
    close: () => undefined,
  };
}

async function play(
  { onTestFinished }: Pick<TestContext, 'onTestFinished'>,
  bill: SessionBill,
  env: Record<string, string> = {},
) {
  const [front, back] = [await openSocketPair(), await openSocketPair()];
  onTestFinished(() => {
    for (const socket of [front.near, front.far, back.near, back.far]) socket.terminate();
  });
  await bill.cover(0, 1);
  const { context } = createTestServing({ pools: createPools(), stream: true, env });
  const size = createContextSize({ maxImageTokens: 1 });
  const responses = createResponses(bill, size, { maxOutputTokens: 1 });
  const secrets = { keys: ['sk-up'], hosts: [], model: 'm', upstreamModel: 'm' };
  const ends = { client: front.near, upstream: back.far };
  const session = relaySession({ context, requestId: 'session', ...ends, secrets, bill, size, responses });
  const toClient: string[] = [];
  front.far.on('message', (data) => toClient.push(JSON.parse(String(data)).type));
  return { session, toClient, own: front.near, client: front.far, upstream: back.near };
}

const send = (socket: WebSocket, type: string, members = {}) =>
  socket.send(JSON.stringify({ type, ...members }));

test.concurrent('a session that is to end is not kept open by responses that follow each other without a gap', async (context) => {
  const { session, toClient, client, upstream } = await play(context, billFor(false));
  const errors: unknown[] = [];
  client.on('message', (data) => errors.push(JSON.parse(String(data)).error));
  const toUpstream: string[] = [];
  upstream.on('message', (data) => toUpstream.push(JSON.parse(String(data)).type));
  const closed = once(client, 'close');
  send(upstream, 'response.created', { response: { id: 'first' } });
  await waitFor(() => toClient.length === 1, 'the first has begun');
  session.drain(false);
  send(client, 'response.create', { event_id: 'mine', response: { conversation: 'none' } });
  send(client, 'response.cancel');
  await waitFor(() => toUpstream.includes('response.cancel'), 'what asks for nothing passes');
  expect(toUpstream).toEqual(['response.cancel']);
  const refused: unknown = expect.objectContaining({ code: 'service_unavailable', event_id: 'mine' });
  expect(errors).toContainEqual(refused);
  send(upstream, 'response.done', { response: { id: 'first', status: 'completed' } });
  expect((await closed)[0]).toBe(1001);
});

test.concurrent('a session that is to end waits for a response that was asked for, or for its refusal', async (context) => {
  for (const answer of ['begins', 'is refused']) {
    const { session, toClient, client, upstream } = await play(context, billFor(false));
    const asked = once(upstream, 'message');
    const closed = once(client, 'close');
    send(client, 'response.create');
    await asked;
    session.drain(false);
    if (answer === 'begins') {
      send(upstream, 'response.created', { response: { id: 'r' } });
      send(upstream, 'response.done', { response: { id: 'r', status: 'completed' } });
    } else send(upstream, 'error', { error: { message: 'no' } });
    expect((await closed)[0]).toBe(1001);
    expect(toClient.at(-1)).toBe(answer === 'begins' ? 'response.done' : 'error');
  }
});

/** Takes what comes with one read (64 KB) every 250 ms, as over a line of 2 Mbit/s, and never stops. */
function readSlowly(client: WebSocket): void {
  client.pause();
  client.on('message', () => client.pause());
  const timer = setInterval(() => client.resume(), 250);
  client.once('close', () => clearInterval(timer));
}

test.concurrent.for([
  { why: 'drained', code: 1001, last: 'response.done' },
  { why: 'out of quota', code: 1008, last: 'error' },
])(
  'a slow client hears the last of a session that is $why, and the close',
  { timeout: 90_000 },
  async ({ why, code, last }, context) => {
    const { session, toClient, own, client, upstream } = await play(context, billFor(why === 'out of quota'));
    const closed = once(client, 'close');
    send(upstream, 'response.created', { response: { id: 'r' } });
    await waitFor(() => toClient.length === 1, 'the response has begun');
    readSlowly(client);
    if (why === 'drained') session.drain(false);
    const delta = 'x'.repeat(16 * 1024);
    let sent = 0;
    while (own.bufferedAmount < 900 * 1024) {
      send(upstream, 'response.output_audio.delta', { delta });
      sent += 1;
      await wait(1);
    }
    const usage = { input_tokens: 1, output_tokens: 9 };
    send(upstream, 'response.done', { response: { id: 'r', status: 'completed', usage } });
    await session.over;
    expect(await closed).toMatchObject([code, expect.anything()]);
    const deltas = toClient.filter((type) => type === 'response.output_audio.delta').length;
    expect({ deltas, last: toClient.at(-1) }).toEqual({ deltas: sent, last });
  },
);

test.concurrent('a client that takes nothing any more is cut after its session', async (context) => {
  const idle = { HEADGATE_REALTIME_PING_MS: '500', HEADGATE_REALTIME_IDLE_MS: '3000' };
  const { session, toClient, own, client, upstream } = await play(context, billFor(false), idle);
  send(upstream, 'response.created', { response: { id: 'r' } });
  await waitFor(() => toClient.length === 1, 'the response has begun');
  client.pause();
  session.drain(false);
  const delta = 'x'.repeat(16 * 1024);
  while (own.bufferedAmount < 300 * 1024) {
    send(upstream, 'response.output_audio.delta', { delta });
    await wait(1);
  }
  const usage = { input_tokens: 1, output_tokens: 9 };
  send(upstream, 'response.done', { response: { id: 'r', status: 'completed', usage } });
  await session.over;
  await session.left;
  expect(own.readyState).toBe(own.CLOSED);
}, 60_000);
