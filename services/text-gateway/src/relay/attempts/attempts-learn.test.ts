/** What a request learns from those before it: whom to leave alone, whom to return to, and when not to retry. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import type { Candidate } from '../../catalog/catalog.ts';
import { createRetryBudget } from '../../health/retry-budget.ts';
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

test('a credential that was refused is left alone with every model, and the others of its channel go on', async () => {
  let refusedKey: string | undefined;
  upstream.serve = (...call) => {
    const key = upstream.calls.at(-1)?.key;
    refusedKey ??= key;
    (key === refusedKey ? refuse(401) : wholeAnswer)(...call);
  };
  const { context } = prepare();
  const tried = candidates(1, ['a', 'b']);
  const another = tried.map((candidate) => ({ ...candidate, upstreamModel: 'another' }));
  for (let count = 0; count < 10; count += 1) {
    for (const of of [tried, another])
      expect(await attemptInTurn({ ...prepare(), context }, of)).toBeUndefined();
  }
  expect(upstream.calls.filter(({ key }) => key === refusedKey)).toHaveLength(1);
});

test('a credential that is busy with one model serves others meanwhile', async () => {
  upstream.serve = refuse(429, { 'retry-after': '3600' });
  const { context } = prepare();
  const busy = candidates(1);
  expect(await attemptInTurn({ ...prepare(), context }, busy)).toMatchObject({ status: 429 });
  upstream.serve = wholeAnswer;
  const another = busy.map((candidate) => ({ ...candidate, upstreamModel: 'another' }));
  expect(await attemptInTurn({ ...prepare(), context }, another)).toBeUndefined();
  expect(await attemptInTurn({ ...prepare(), context }, busy)).toMatchObject({ status: 429 });
  expect(upstream.calls).toHaveLength(2);
});

test('a fallback is asked of the only credential, which is busy with the model itself', async () => {
  upstream.serve = (...call) =>
    (upstream.calls.length === 1 ? refuse(429, { 'retry-after': '60' }) : wholeAnswer)(...call);
  const [own] = candidates(1);
  if (!own) throw new Error('There is no candidate');
  const fallback = { ...own, upstreamModel: 'another', rung: 1 };
  expect(await attemptInTurn(prepare(), [own, fallback])).toBeUndefined();
});

test('a channel that keeps failing is left alone while another serves', async () => {
  upstream.serve = (request, response, channelId) =>
    (channelId === 1n ? refuse(500) : wholeAnswer)(request, response, channelId);
  const { context } = prepare(false, { HEADGATE_BREAKER_OPEN_MS: '60000' });
  const tried = candidates(2);
  for (let count = 0; count < 10; count += 1) await attemptInTurn({ ...prepare(), context }, tried);
  expect(calledChannels().filter((id) => id === 1n)).toHaveLength(5);
  expect(calledChannels().filter((id) => id === 2n)).toHaveLength(10);
});

test('the only channel is called however often it failed', async () => {
  upstream.serve = refuse(500);
  const { context } = prepare();
  for (let count = 0; count < 10; count += 1) await attemptInTurn({ ...prepare(), context }, candidates(1));
  upstream.serve = wholeAnswer;
  expect(await attemptInTurn({ ...prepare(), context }, candidates(1))).toBeUndefined();
  expect(upstream.calls).toHaveLength(11);
});

test('a stream that breaks off counts against its channel', async () => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk, () => response.destroy());
  };
  const { context } = prepare();
  const tried = candidates(1);
  for (let count = 0; count < 5; count += 1) await attemptInTurn({ ...prepare(true), context }, tried);
  expect(context.breaker.states()).toEqual({ open: 1, 'half-open': 0 });
});

test('refusals of requests, and clients that leave, count against nobody', async () => {
  const { context } = prepare();
  for (const status of [400, 422, 429]) {
    upstream.serve = refuse(status);
    for (let count = 0; count < 6; count += 1) await attemptInTurn({ ...prepare(), context }, candidates(1));
  }
  upstream.serve = () => undefined;
  for (let count = 0; count < 6; count += 1) {
    const leaving = prepare();
    const attempt = attemptInTurn({ ...leaving, context }, candidates(2).slice(1));
    await waitFor(() => upstream.openCalls() > 0, 'the upstream is called');
    leaving.client.abort();
    await attempt;
    await waitFor(() => upstream.openCalls() === 0, 'the upstream is left');
  }
  expect(context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});

test('what a client refers to and nobody keeps counts against nobody, and is asked of every credential', async () => {
  const error = { message: 'Item not found.', param: 'input' };
  upstream.serve = (_request, response) => response.writeHead(404).end(JSON.stringify({ error }));
  const { context } = prepare();
  for (let count = 0; count < 6; count += 1) {
    const told = await attemptInTurn({ ...prepare(), context }, candidates(1, ['a', 'b']));
    expect(told).toMatchObject({ status: 404, param: 'input', message: error.message });
  }
  expect(upstream.calls).toHaveLength(12);
  expect(context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});

test('a credential that may not use a model is asked for others, and another one for that model', async () => {
  const error = { code: 'model_not_found', message: 'Project `p` does not have access to model `m`.' };
  let refusedKey: string | undefined;
  upstream.serve = (...call) => {
    refusedKey ??= upstream.calls.at(-1)?.key;
    if (upstream.calls.at(-1)?.key !== refusedKey) return wholeAnswer(...call);
    call[1].writeHead(403).end(JSON.stringify({ error }));
  };
  const { context } = prepare();
  expect(await attemptInTurn({ ...prepare(), context }, candidates(1, ['a', 'b']))).toBeUndefined();
  expect(upstream.calls).toHaveLength(2);
  expect(context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});

test('a prompt that is flagged has no credential left alone, and what else is refused with it does', async () => {
  const error = { code: 403, message: 'Flagged.', metadata: { reasons: ['x'], flagged_input: 'y' } };
  upstream.serve = (_request, response) => response.writeHead(403).end(JSON.stringify({ error }));
  const { context } = prepare();
  const told = await attemptInTurn({ ...prepare(), context }, candidates(1));
  expect(told).toMatchObject({ status: 503, code: 'model_not_found' });
  expect(context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
  upstream.serve = refuse(403);
  await attemptInTurn({ ...prepare(), context }, candidates(1));
  expect(context.breaker.states()).toEqual({ open: 1, 'half-open': 0 });
});

test.each([
  ['what xAI flags', 403, { code: 'Forbidden', error: 'Content violates usage guidelines. Team: t' }],
  [
    'what OpenRouter flags',
    403,
    { error: { code: 403, message: 'Flagged.', metadata: { flagged_input: 'y' } } },
  ],
  [
    'what no provider takes',
    404,
    { error: { code: 404, message: 'No endpoints found that support tool use' } },
  ],
])('%s is asked of the channel once, whichever its keys, and then of another', async (_, status, said) => {
  upstream.serve = (...call) => {
    if (call[2] === 2n) return wholeAnswer(...call);
    call[1].writeHead(status).end(JSON.stringify(said));
  };
  const { context } = prepare();
  const [first, second] = candidates(2, ['a', 'b', 'c']);
  if (!first || !second) throw new Error('There are no candidates');
  expect(await attemptInTurn({ ...prepare(), context }, [first, second])).toBeUndefined();
  expect(await attemptInTurn({ ...prepare(), context }, [first])).toMatchObject({
    status: status === 404 ? 404 : 503,
  });
  expect(calledChannels()).toEqual([1n, 2n, 1n]);
  expect(context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});

test('retries of all requests together are few when nothing serves', async () => {
  upstream.serve = refuse(500);
  const { context } = prepare();
  context.retryBudget = createRetryBudget({ share: 0.2, reserve: 4, now: () => 0 });
  for (let count = 0; count < 20; count += 1) await attemptInTurn({ ...prepare(), context }, candidates(3));
  // The reserve, and one for every five.
  expect(upstream.calls.length - 20).toBeGreaterThanOrEqual(6);
  expect(upstream.calls.length - 20).toBeLessThanOrEqual(8);
});

test('requests with the same prompt stay with who served the first, and move when another serves', async () => {
  upstream.serve = wholeAnswer;
  const body = { model: 'm', messages: [], prompt_cache_key: 'conversation' };
  const { context } = prepare();
  const tried = candidates(4).map((candidate) => ({
    ...candidate,
    channel: { ...candidate.channel, priority: 0 },
  }));
  const ask = () =>
    attemptInTurn({ ...createTestServing({ pools: upstream.pools, stream: false, body }), context }, tried);
  for (let count = 0; count < 5; count += 1) await ask();
  const [first] = calledChannels();
  expect(new Set(calledChannels()).size).toBe(1);

  upstream.serve = (...call) => (call[2] === first ? refuse(500) : wholeAnswer)(...call);
  await ask();
  const moved = calledChannels().at(-1);
  expect(moved).not.toBe(first);
  upstream.serve = wholeAnswer;
  await ask();
  expect(calledChannels().at(-1)).toBe(moved);
});
