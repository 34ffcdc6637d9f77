/** Which channels are tried for one request, one after the other, and when no other is. */
import { setImmediate } from 'node:timers/promises';
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import type { Fault } from '@headgate/proto/gen/headgate/fault/v1/fault';
import { expect, test } from 'vitest';
import type { Candidate } from '../../catalog/catalog.ts';
import { routesOf } from '../../catalog/route.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { chunk, refuse, wholeAnswer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from './attempt-in-turn.ts';

const upstream = startUpstreamForEach();

/** So many channels, the first with the highest priority. */
function candidates(count: number, keys = ['key']): Candidate[] {
  return Array.from({ length: count }, (_, index) => {
    const id = BigInt(index + 1);
    return createCandidate({ id, baseUrl: upstream.baseUrl(id), priority: count - index, keys });
  });
}

function prepare(stream = false, env: Record<string, string> = {}): TestServing {
  return createTestServing({ pools: upstream.pools, stream, env });
}

function calledChannels(): bigint[] {
  return upstream.calls.map(({ channelId }) => channelId);
}

async function failureOf(serving: TestServing, tried: readonly Candidate[]): Promise<Fault | undefined> {
  const failure = await attemptInTurn(serving, tried);
  expect(serving).toMatchObject({ sent: '', outcomes: [] });
  return failure;
}

test('three upstream calls are made at most', async () => {
  upstream.serve = refuse(500);
  expect(await failureOf(prepare(), candidates(5))).toMatchObject({ code: 'model_not_found' });
  expect(upstream.calls).toHaveLength(3);
});

test('three more are made for fallbacks, whatever their number', async () => {
  upstream.serve = refuse(500);
  const fallbacks = candidates(10).slice(5);
  const tried = [...candidates(5), ...fallbacks.map((candidate) => ({ ...candidate, rung: 1 }))];
  expect(await failureOf(prepare(), tried)).toMatchObject({ code: 'model_not_found' });
  expect(calledChannels()).toEqual([1n, 2n, 3n, 6n, 7n, 8n]);
});

test('a channel that was tried is not tried again', async () => {
  upstream.serve = refuse(500);
  expect(await failureOf(prepare(), candidates(1))).toMatchObject({ code: 'model_not_found' });
  expect(upstream.calls).toHaveLength(1);
});

test('another credential of a channel that failed is asked where no other channel is left, each once', async () => {
  let failing: string | undefined;
  upstream.serve = (...call) => {
    const key = upstream.calls.at(-1)?.key;
    failing ??= key;
    (key === failing ? refuse(500) : wholeAnswer)(...call);
  };
  const serving = prepare();
  expect(await attemptInTurn(serving, candidates(1, ['a', 'b']))).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ status: 200 }]);
  upstream.calls.length = 0;
  upstream.serve = refuse(500);
  expect(await failureOf(prepare(), candidates(1, ['a', 'b']))).toMatchObject({ code: 'model_not_found' });
  expect(new Set(upstream.calls.map(({ key }) => key)).size).toBe(2);
  expect(upstream.calls).toHaveLength(2);
  upstream.calls.length = 0;
  await failureOf(prepare(), candidates(2, ['a', 'b']));
  expect(calledChannels().slice(0, 2)).toEqual([1n, 2n]);
});

test('the next channel serves when the first cannot', async () => {
  upstream.serve = (request, response, channelId) =>
    (channelId === 1n ? refuse(500) : wholeAnswer)(request, response, channelId);
  const serving = prepare();
  expect(await attemptInTurn(serving, candidates(2))).toBeUndefined();
  expect(calledChannels()).toEqual([1n, 2n]);
  expect(serving).toMatchObject({ isEnded: true, outcomes: [{ source: UsageSource.UPSTREAM }] });
});

test('none is tried once an answer has begun', async () => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk, () => response.destroy());
  };
  const serving = prepare(true);
  expect(await attemptInTurn(serving, candidates(2))).toBeUndefined();
  expect(calledChannels()).toEqual([1n]);
  expect(serving.sent).toContain('"error":{');
});

test('none is tried once the time for attempts is over', async () => {
  upstream.serve = (...call) => setTimeout(() => refuse(500)(...call), 20);
  const serving = prepare(false, { HEADGATE_ATTEMPTS_WITHIN_MS: '10' });
  expect(await failureOf(serving, candidates(2))).toMatchObject({ code: 'model_not_found' });
  expect(calledChannels()).toEqual([1n]);
});

test('none is tried after a refusal of the request itself', async () => {
  upstream.serve = refuse(400);
  expect(await failureOf(prepare(), candidates(2))).toMatchObject({ status: 400, message: 'no' });
  expect(calledChannels()).toEqual([1n]);
});

test('a credential that got a 429 is left alone, and the others of its channel go on', async () => {
  let cooledKey: string | undefined;
  upstream.serve = (...call) => {
    const key = upstream.calls.at(-1)?.key;
    cooledKey ??= key;
    (key === cooledKey ? refuse(429, { 'retry-after': '60' }) : wholeAnswer)(...call);
  };
  const { context } = prepare();
  const tried = candidates(1, ['a', 'b']);
  for (let count = 0; count <= 20; count += 1) await attemptInTurn({ ...prepare(), context }, tried);
  const uses = upstream.calls.filter(({ key }) => key === cooledKey);
  expect(uses).toHaveLength(1);
  expect(upstream.calls.length).toBeGreaterThanOrEqual(21);
});

test.each([
  ['the first that is free again', ['10', '3600'], 2, 10_000],
  ['the first that is free again, also if it was asked last', ['3600', '10'], 2, 10_000],
  ['whoever was not asked', ['60', '60', '60', '60'], 3, 0],
])(
  'where all that were asked are busy, a client is told to wait for %s',
  async (_, delays, calls, waitMs) => {
    upstream.serve = (...call) => refuse(429, { 'retry-after': delays[Number(call[2]) - 1] ?? '' })(...call);
    const failure = await failureOf(prepare(), candidates(delays.length));
    expect(upstream.calls).toHaveLength(calls);
    expect(failure).toMatchObject({ status: 429 });
    expect(failure?.retryAfterMs).toBeGreaterThanOrEqual(Math.max(0, waitMs - 5_000));
    expect(failure?.retryAfterMs).toBeLessThanOrEqual(waitMs);
  },
);

/** Serves one request, and after it resets the first of every kept connection that is used again. */
async function keepConnection(resets: number): Promise<void> {
  upstream.serve = wholeAnswer;
  expect(await attemptInTurn(prepare(), candidates(1))).toBeUndefined();
  // Until the connection is free.
  await setImmediate();
  let left = resets;
  upstream.serve = (request, response, channelId) => {
    left -= 1;
    if (left < 0) wholeAnswer(request, response, channelId);
    else request.socket.resetAndDestroy();
  };
  upstream.calls.length = 0;
}

test('a channel that closed a kept connection unread is asked again where nobody else is left', async () => {
  await keepConnection(1);
  const serving = prepare();
  expect(await attemptInTurn(serving, candidates(1))).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ status: 200 }]);
  expect(calledChannels()).toEqual([1n, 1n]);
});

test('it is asked once, and not before others', async () => {
  await keepConnection(9);
  await failureOf(prepare(), candidates(1));
  expect(calledChannels()).toEqual([1n, 1n]);
  await keepConnection(1);
  expect(await attemptInTurn(prepare(), candidates(2))).toBeUndefined();
  expect(calledChannels()).toEqual([1n, 2n]);
});

test('nor is it asked beyond the calls that a request may make', async () => {
  upstream.serve = wholeAnswer;
  for (const one of candidates(3)) expect(await attemptInTurn(prepare(), [one])).toBeUndefined();
  // Until the connections are free.
  await setImmediate();
  upstream.serve = (request) => request.socket.resetAndDestroy();
  upstream.calls.length = 0;
  await failureOf(prepare(), candidates(3));
  expect(calledChannels()).toEqual([1n, 2n, 3n]);
});

test('what one channel cannot be given, while another that could is busy, is to be asked for again', async () => {
  upstream.serve = wholeAnswer;
  const [unfit, able] = candidates(2, ['key']).map((one, index) =>
    index === 0 ? { ...one, channel: { ...one.channel, provider: 'ark' } } : one,
  );
  if (!unfit || !able) throw new Error('two were made');
  const serving = prepare();
  for (const { circuit } of routesOf(able)) serving.context.cooling.cool(circuit, 5_000);
  const told = await failureOf(serving, [unfit, able]);
  expect(told).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(told?.retryAfterMs).toBeGreaterThan(4_000);
  expect(told?.retryAfterMs).toBeLessThanOrEqual(5_000);
  expect(await failureOf(prepare(), [unfit])).toMatchObject({ status: 503, permanent: true });
  expect(upstream.calls).toEqual([]);
});
