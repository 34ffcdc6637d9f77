/** What a probe asks, what it says of what comes back, and what it leaves alone. */
import { Catalog, Channel, type DeepPartial } from '@headgate/proto/gen/headgate/account/v1/account';
import { expect, test } from 'vitest';
import { indexCatalog } from '../../catalog/catalog.ts';
import { routesOf } from '../../catalog/route.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createTestServing } from '../../testing/test-serving.ts';
import { chunk, streamOf, wholeAnswer } from '../../testing/upstream-server.ts';
import { probeChannel } from './probe-channel.ts';

const upstream = startUpstreamForEach();

const key = 'sk-secret-of-the-channel';

function channelOf(more: DeepPartial<Channel> = {}): Channel {
  const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];
  const base = { id: 1n, provider: 'openai-compatible', baseUrl: upstream.baseUrl(1n), keys: [key], models };
  return Channel.fromPartial({ ...base, ...more });
}

function probe(
  channel: Channel,
  { model = '', stream = false, signal = new AbortController().signal, media = false } = {},
) {
  const { context } = createTestServing({ pools: upstream.pools, stream: false });
  const models = media ? [{ name: 'm', media: { family: 'V1' } }] : [];
  const catalog = indexCatalog(1n, Catalog.fromPartial({ channels: [channel], models }));
  return {
    context,
    result: probeChannel(context, catalog, channel, { model, stream }, signal),
  };
}

const asked = () => upstream.calls.map(({ body }) => body);

test('a channel that answers passes, with what was asked and how long it took', async () => {
  upstream.serve = wholeAnswer;
  const result = await probe(channelOf()).result;
  expect(result).toMatchObject({ channelId: 1n, success: true, message: '', status: 200, model: 'm' });
  expect(result.firstByteSeconds).toBeGreaterThan(0);
  expect(result.seconds).toBeGreaterThanOrEqual(0);
  expect(asked()).toMatchObject([
    { model: 'm', messages: [{ content: 'hi' }], max_tokens: 16, stream: false },
  ]);
});

const done = 'data: [DONE]\n\n';

test('a stream is asked for where it is wished', async () => {
  upstream.serve = (...call) => {
    streamOf(chunk, done)(...call);
    call[1].end();
  };
  expect(await probe(channelOf(), { stream: true }).result).toMatchObject({ success: true, status: 200 });
  expect(asked()).toMatchObject([{ stream: true }]);
});

test.each([
  ['o3-mini', {}, { max_completion_tokens: 512 }],
  ['deepseek-reasoner', { vendor: 'deepseek' }, { max_tokens: 512 }],
  ['text-embedding-3-small', {}, { input: 'hi' }],
  ['bge-m3', {}, { input: 'hi' }],
  ['bge-reranker-v2', {}, { query: 'hi', documents: ['hi', 'bye'] }],
])('%s is asked in its own way', async (name, more, body) => {
  upstream.serve = (_request, response) =>
    response.end(
      '{"choices":[{}],"data":[{"index":0,"embedding":[0.5]}],"results":[{"index":0,"relevance_score":0.5}],' +
        '"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}',
    );
  const models = [{ name, upstream: name, priceModel: name }];
  expect(await probe(channelOf({ models, ...more })).result).toMatchObject({ success: true, model: name });
  expect(asked()).toMatchObject([body]);
});

test('a channel of another dialect is asked in that', async () => {
  upstream.serve = (_request, response) =>
    response.end(
      '{"id":"msg_1","type":"message","role":"assistant","content":[{"type":"text","text":"hi"}],"model":"m",' +
        '"stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}}',
    );
  expect(await probe(channelOf({ provider: 'anthropic' })).result).toMatchObject({ success: true });
  expect(upstream.calls).toMatchObject([{ path: '/1/v1/messages', body: { max_tokens: 16 } }]);
});

test('a refusal is told in the words of the upstream, cut, and without credentials and addresses', async () => {
  upstream.serve = (request, response) =>
    response.writeHead(401).end(
      JSON.stringify({
        error: { message: `Key ${key} is wrong at ${request.headers.host}. ${'x'.repeat(900)}` },
      }),
    );
  const { success, status, message } = await probe(channelOf()).result;
  expect({ success, status }).toEqual({ success: false, status: 401 });
  expect(message).toMatch(/^The upstream answered 401: Key \[key\] is wrong at \[(?:host|address)\]\. x+$/);
  expect(message).toHaveLength(500);
});

test.each([
  ['an error in place of an answer', '{"error":{"message":"no"}}'],
  ['an answer that cannot be read', 'hello'],
])('%s does not pass', async (_name, body) => {
  upstream.serve = (_request, response) => response.end(body);
  const result = await probe(channelOf()).result;
  expect(result).toMatchObject({ success: false, status: 200 });
  expect(result.message).not.toBe('');
});

test('a stream that breaks off does not pass', async () => {
  upstream.serve = (...call) => {
    streamOf(chunk)(...call);
    setImmediate(() => call[1].destroy());
  };
  const result = await probe(channelOf(), { stream: true }).result;
  expect(result).toMatchObject({ success: false, message: 'The answer broke off.' });
});

test('an upstream that is not there is told by the code of the error alone', async () => {
  const { success, message } = await probe(channelOf({ baseUrl: 'http://127.0.0.1:9/v1' })).result;
  expect(success).toBe(false);
  expect(message).toBe('The upstream cannot be reached, or does not answer (ECONNREFUSED).');
});

test.each([
  ['a provider of films', { provider: 'kling' }, {}, /^This channel \(kling\) serves no text/],
  ['a model of films', {}, { media: true }, /serves no text/],
  ['a model of sounds', {}, { model: 'tts-1' }, /^The model 'tts-1' is not one for text/],
  ['no models', { models: [] }, {}, /has no models/],
])('%s cannot be tested this way, and is not called', async (_name, channel, wish, words) => {
  const result = await probe(channelOf(channel), wish).result;
  expect(result).toMatchObject({ success: false, model: '' });
  expect(result.message).toMatch(words);
  expect(upstream.calls).toEqual([]);
});

test('a model that the channel does not list yet is tried as it is', async () => {
  upstream.serve = wholeAnswer;
  expect(await probe(channelOf(), { model: 'new-one' }).result).toMatchObject({
    success: true,
    model: 'new-one',
  });
  expect(asked()).toMatchObject([{ model: 'new-one' }]);
});

test('nothing is learned from a failure, and nothing is counted as traffic', async () => {
  upstream.serve = (_request, response) => response.writeHead(500).end();
  const channel = channelOf();
  const { context, result } = probe(channel);
  expect(await result).toMatchObject({ success: false, status: 500, message: 'The upstream answered 500.' });
  expect(context.channelRecords.read().size).toBe(0);
  expect(context.breaker.channelStates(() => true).size).toBe(0);
});

test('the credential that requests would take is tested', async () => {
  upstream.serve = wholeAnswer;
  const channel = channelOf({ keys: ['refused', 'good'] });
  const { context, result } = probe(channel);
  await result;
  const candidate = { channel, upstreamModel: 'm', priceModel: 'm', rung: 0 };
  const [refused] = routesOf(candidate);
  if (refused) context.breaker.begin(refused).end('credential');
  const again = await probeChannel(
    context,
    indexCatalog(1n, Catalog.fromPartial({ channels: [channel] })),
    channel,
    { model: '', stream: false },
    new AbortController().signal,
  );
  expect(again.success).toBe(true);
  expect(upstream.calls.map((call) => call.key)).toEqual(['refused', 'good']);
});

test('who leaves ends the call', async () => {
  upstream.serve = () => undefined;
  const leaving = new AbortController();
  const { result } = probe(channelOf(), { signal: leaving.signal });
  await expect.poll(() => upstream.calls.length).toBe(1);
  leaving.abort();
  expect(await result).toMatchObject({ success: false });
  await expect.poll(() => upstream.openCalls(), { timeout: 10_000 }).toBe(0);
});
