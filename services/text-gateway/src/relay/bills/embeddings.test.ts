/** Embeddings, of which not every upstream counts what it read. */
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { Operation, Dialect as WireDialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

/** What the request counts here (`createTestServing`). */
const countedTokens = 7;

async function embed(provider: string, answer: object): Promise<TestServing> {
  const client = findSurface(WireDialect.UNSPECIFIED, Operation.EMBED);
  if (!client) throw new Error('there are no embeddings');
  upstream.serve = (_request, response) => void response.end(JSON.stringify(answer));
  const serving = createTestServing({
    pools: upstream.pools,
    stream: false,
    client,
    body: { model: 'm', input: 'Hi' },
  });
  const over = createCandidate({ id: 1n, provider, baseUrl: upstream.baseUrl(1n) });
  expect(await attemptInTurn(serving, [over])).toBeUndefined();
  return serving;
}

const data = [{ index: 0, embedding: [1] }];
const embeddings = [{ values: [1] }];

test.each([
  ['openai-compatible', { data }],
  ['openai-compatible', { data, usage: { prompt_tokens: 0, total_tokens: 0 } }],
  ['gemini', { embeddings }],
  ['gemini', { embeddings, usageMetadata: {} }],
])('over %s what was not counted is estimated: %j', async (provider, answer) => {
  const { outcomes } = await embed(provider, answer);
  expect(outcomes).toMatchObject([
    { usage: { inputFresh: countedTokens, outputVisible: 0 }, source: UsageSource.ESTIMATED },
  ]);
});

test.each([
  ['openai-compatible', { data, usage: { prompt_tokens: 3, total_tokens: 3 } }],
  ['gemini', { embeddings, usageMetadata: { promptTokenCount: 3 } }],
])('over %s what was counted is billed', async (provider, answer) => {
  const { outcomes } = await embed(provider, answer);
  expect(outcomes).toMatchObject([{ usage: { inputFresh: 3 }, source: UsageSource.UPSTREAM }]);
});

test.each([
  ['openai-compatible', { data: null, usage: { prompt_tokens: 3, total_tokens: 3 } }],
  ['openai-compatible', { data: [{ index: 0, embedding: null }] }],
  ['gemini', { embeddings: [{}], usageMetadata: { promptTokenCount: 3 } }],
])(
  'over %s an answer without a vector is none: another upstream is asked, and paid: %j',
  async (provider, answer) => {
    const client = findSurface(WireDialect.UNSPECIFIED, Operation.EMBED);
    if (!client) throw new Error('there are no embeddings');
    upstream.serve = (_request, response, channelId) =>
      void response.end(JSON.stringify(channelId === 1n ? answer : { data, usage: { total_tokens: 4 } }));
    const ask = () =>
      createTestServing({
        pools: upstream.pools,
        stream: false,
        client,
        body: { model: 'm', input: 'Hi' },
      });
    const hollow = createCandidate({ id: 1n, provider, priority: 10, baseUrl: upstream.baseUrl(1n) });
    const whole = createCandidate({ id: 2n, provider: 'openai-compatible', baseUrl: upstream.baseUrl(2n) });
    const alone = ask();
    expect(await attemptInTurn(alone, [hollow])).toMatchObject({ code: 'bad_response_body' });
    expect(alone.outcomes).toEqual([]);
    const serving = ask();
    expect(await attemptInTurn(serving, [hollow, whole])).toBeUndefined();
    expect(serving.outcomes).toMatchObject([{ usage: { inputFresh: 4 }, source: UsageSource.UPSTREAM }]);
  },
);

test('more texts than Gemini takes at once go to another channel, or are refused with how many it takes', async () => {
  const client = findSurface(WireDialect.UNSPECIFIED, Operation.EMBED);
  if (!client) throw new Error('there are no embeddings');
  const input = Array.from({ length: 101 }, (_, index) => `text ${index}`);
  const answer = { data: input.map((_, index) => ({ index, embedding: [1] })) };
  upstream.serve = (_request, response) => void response.end(JSON.stringify(answer));
  const candidateOf = (id: bigint, provider: string, priority: number) =>
    createCandidate({ id, provider, priority, baseUrl: upstream.baseUrl(id) });
  const gemini = candidateOf(1n, 'gemini', 10);
  const ask = () =>
    createTestServing({ pools: upstream.pools, stream: false, client, body: { model: 'm', input } });
  const fault = await attemptInTurn(ask(), [gemini]);
  expect(fault).toMatchObject({ status: 400, code: 'invalid_request', param: 'input' });
  expect(fault?.message).toContain('100');
  expect(await attemptInTurn(ask(), [gemini, candidateOf(2n, 'openai-compatible', 0)])).toBeUndefined();
  expect(upstream.calls.map(({ channelId }) => channelId)).toEqual([2n]);
});
