/** What a client says while quota holds one response at a time, and what the upstream answers to it. */
import { once } from 'node:events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, onTestFinished, type TestContext, test, vi } from 'vitest';
import type { SessionBill } from '../bill/bill.ts';
import { billFor, playSession, say } from '../testing/play-session.ts';

/** Quota for one response at a time; what each took comes back with its end. */
function billForOne(): SessionBill {
  let held = 0;
  let left = 1;
  return {
    ...billFor(false),
    async cover(_tokens, responses) {
      if (held < responses && left > 0) [held, left] = [held + 1, left - 1];
      return held < responses ? 'empty' : undefined;
    },
    begin() {
      held -= 1;
      const settle = (): bigint => {
        left += 1;
        return 0n;
      };
      return { settle };
    },
  };
}

async function play(context: TestContext, env: Record<string, string> = {}) {
  const played = await playSession(context, billForOne(), env);
  const toUpstream: string[] = [];
  played.upstream.on('message', (data) => toUpstream.push(JSON.parse(String(data)).type));
  return { ...played, toUpstream };
}

test('an error that names another event is no answer to what asked for a response', async (context) => {
  const { client, upstream, toClient, toUpstream } = await play(context);
  for (const event_id of ['first', 'second']) say(client, 'response.create', { event_id });
  const refuse = (event_id: string): void =>
    say(upstream, 'error', { error: { code: 'input_audio_buffer_commit_empty', message: 'no', event_id } });
  await waitFor(() => toUpstream.length === 1, 'the first is asked for');
  refuse('other');
  await waitFor(() => toClient.length === 1, 'the client is told');
  client.ping();
  await once(client, 'pong');
  expect(toUpstream).toHaveLength(1);
  refuse('first');
  await waitFor(() => toUpstream.length === 2, 'the second is asked for');
});

test.for([undefined, null, 7])(
  'an error that names none (%s) may be the answer',
  async (event_id, context) => {
    const { client, upstream, toUpstream } = await play(context);
    for (const name of ['first', 'second']) say(client, 'response.create', { event_id: name });
    await waitFor(() => toUpstream.length === 1, 'the first is asked for');
    say(upstream, 'error', { error: { message: 'no', event_id } });
    await waitFor(() => toUpstream.length === 2, 'the second is asked for');
  },
);

test('what waits behind a response that its upstream ignores goes on after a while, and that may still begin', async (context) => {
  const { client, upstream, toClient, toUpstream } = await play(context, {
    HEADGATE_REALTIME_BEGIN_MS: '50',
  });
  say(client, 'response.create');
  say(client, 'input_audio_buffer.append', { audio: 'AAAA' });
  say(client, 'session.update', { session: {} });
  await waitFor(() => toUpstream.length === 3, 'all has gone on');
  say(upstream, 'response.created', { response: { id: 'late' } });
  say(upstream, 'response.done', { response: { id: 'late', status: 'completed' } });
  await waitFor(() => toClient.length === 2, 'it has begun and ended');
  expect(toUpstream).toEqual(['response.create', 'input_audio_buffer.append', 'session.update']);
});

test('what waits behind a response that has begun waits for its end, however long that takes', async (context) => {
  const { client, upstream, toUpstream } = await play(context, {
    HEADGATE_REALTIME_BEGIN_MS: '120000',
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = once(upstream, 'message');
  say(client, 'response.create');
  await asked;
  say(client, 'input_audio_buffer.append', { audio: 'AAAA' });
  client.ping();
  await once(client, 'pong');
  const begun = once(client, 'message');
  say(upstream, 'response.created', { response: { id: 'long' } });
  await begun;
  vi.advanceTimersByTime(120_000);
  client.ping();
  await once(client, 'pong');
  expect(toUpstream).toEqual(['response.create']);
  say(upstream, 'response.done', { response: { id: 'long', status: 'completed' } });
  await once(upstream, 'message');
  expect(toUpstream).toEqual(['response.create', 'input_audio_buffer.append']);
});
