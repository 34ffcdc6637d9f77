/** Sessions that end while their client still has much of a response to take. They wait side by side. */
import { once } from 'node:events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { wait } from '@headgate/runtime/wait';
import { expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { billFor, playSession, say } from '../testing/play-session.ts';

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
    const { session, toClient, own, client, upstream } = await playSession(
      context,
      billFor(why === 'out of quota'),
    );
    const closed = once(client, 'close');
    say(upstream, 'response.created', { response: { id: 'r' } });
    await waitFor(() => toClient.length === 1, 'the response has begun');
    readSlowly(client);
    if (why === 'drained') session.drain(false);
    const delta = 'x'.repeat(16 * 1024);
    let sent = 0;
    while (own.bufferedAmount < 900 * 1024) {
      say(upstream, 'response.output_audio.delta', { delta });
      sent += 1;
      await wait(1);
    }
    const usage = { input_tokens: 1, output_tokens: 9 };
    say(upstream, 'response.done', { response: { id: 'r', status: 'completed', usage } });
    await session.over;
    expect(await closed).toMatchObject([code, expect.anything()]);
    const deltas = toClient.filter((type) => type === 'response.output_audio.delta').length;
    expect({ deltas, last: toClient.at(-1) }).toEqual({ deltas: sent, last });
  },
);

test.concurrent('a client that takes nothing any more is cut after its session', async (context) => {
  const idle = { HEADGATE_REALTIME_PING_MS: '500', HEADGATE_REALTIME_IDLE_MS: '3000' };
  const { session, toClient, own, client, upstream } = await playSession(context, billFor(false), idle);
  say(upstream, 'response.created', { response: { id: 'r' } });
  await waitFor(() => toClient.length === 1, 'the response has begun');
  client.pause();
  session.drain(false);
  // In few steps: the session ends by itself where filling what systems keep of a connection takes too long.
  const delta = 'x'.repeat(256 * 1024);
  while (own.bufferedAmount < 300 * 1024) {
    say(upstream, 'response.output_audio.delta', { delta });
    await wait(1);
  }
  const usage = { input_tokens: 1, output_tokens: 9 };
  say(upstream, 'response.done', { response: { id: 'r', status: 'completed', usage } });
  await session.over;
  await session.left;
  expect(own.readyState).toBe(own.CLOSED);
}, 60_000);
