/** Sessions that their upstream ends, as OpenAI does after an hour. */
import { once } from 'node:events';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, type TestContext, test } from 'vitest';
import { billFor, playSession, say } from '../testing/play-session.ts';

const expired = {
  type: 'invalid_request_error',
  code: 'session_expired',
  message: 'Your session hit the maximum duration of 60 minutes.',
};

/** A session, and how its record and its responses end. */
async function play(context: Pick<TestContext, 'onTestFinished'>) {
  const endings: Record<'session' | 'response', Ending[]> = { session: [], response: [] };
  const played = await playSession(context, {
    ...billFor(false),
    begin: () => ({
      settle({ ending }) {
        endings.response.push(ending);
        return 0n;
      },
    }),
    close: ({ ending }) => endings.session.push(ending),
  });
  return { ...played, endings, closed: once(played.client, 'close') };
}

test('one that has expired at its upstream ends with 1001 and the one error, and has not failed', async (context) => {
  const { session, upstream, toClient, endings, closed } = await play(context);
  say(upstream, 'error', { error: expired });
  upstream.close(1001, expired.message);
  const [code, reason] = await closed;
  expect([code, String(reason)]).toEqual([1001, '']);
  await session.over;
  expect(toClient).toEqual(['error']);
  expect(endings).toEqual({ session: [Ending.COMPLETED], response: [] });
});

test('so does one that expires in the middle of a response', async (context) => {
  const { session, upstream, toClient, endings, closed } = await play(context);
  say(upstream, 'response.created', { response: { id: 'r' } });
  await waitFor(() => toClient.length === 1, 'the response has begun');
  say(upstream, 'error', { error: expired });
  upstream.close(1001, expired.message);
  expect((await closed)[0]).toBe(1001);
  await session.over;
  expect(toClient).toEqual(['response.created', 'error']);
  expect(endings).toEqual({ session: [Ending.COMPLETED], response: [Ending.COMPLETED] });
});

test('one that its upstream ends between two responses, as it stops, ends with 1001 and no error', async (context) => {
  const { session, upstream, toClient, endings, closed } = await play(context);
  upstream.close(1001);
  expect((await closed)[0]).toBe(1001);
  await session.over;
  expect(toClient).toEqual([]);
  expect(endings.session).toEqual([Ending.COMPLETED]);
});

test('one that its upstream ends in the middle of a response has broken off', async (context) => {
  const { session, upstream, toClient, endings, closed } = await play(context);
  say(upstream, 'response.created', { response: { id: 'r' } });
  upstream.close(1001);
  expect((await closed)[0]).toBe(1011);
  await session.over;
  expect(toClient).toEqual(['response.created', 'error']);
  expect(endings).toEqual({ session: [Ending.BROKEN], response: [Ending.BROKEN] });
});

test('so has one that its upstream ends before it begins a response that was asked for', async (context) => {
  const { session, client, upstream, toClient, endings, closed } = await play(context);
  const heard = once(upstream, 'message');
  say(client, 'response.create');
  await heard;
  upstream.close(1001);
  expect((await closed)[0]).toBe(1011);
  await session.over;
  expect(toClient).toEqual(['error']);
  expect(endings).toEqual({ session: [Ending.BROKEN], response: [] });
});
