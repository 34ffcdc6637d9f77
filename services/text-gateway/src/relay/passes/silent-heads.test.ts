/** Streams of which nothing but the head has come: a client is not to wait in silence for that either. */
import type { ServerResponse } from 'node:http';
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { eventStreamBytes } from '../../testing/event-stream-bytes.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { chunk } from '../../testing/upstream-server.ts';
import { createArrayAnswer } from '../answers/array-answer.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

/** Without what is tested it would be waited for in vain. */
const within = { timeoutMs: 5_000 };
const sse = 'text/event-stream';
const chat = `${chunk}data: [DONE]\n\n`;
const native = `data: ${JSON.stringify({
  candidates: [{ content: { parts: [{ text: 'x' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2 },
})}\n\n`;
const converse = Buffer.concat(
  [
    { messageStart: { role: 'assistant' } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: 'x' } } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { messageStop: { stopReason: 'end_turn' } },
    { metadata: { usage: { inputTokens: 9, outputTokens: 2 } } },
  ].map(eventStreamBytes),
);

/** The upstream says the rest once the client has heard that there is an answer. */
function prepare(client: DialectName, type: string, rest: (to: ServerResponse) => void): TestServing {
  const body = { model: 'm', stream: true, max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
  const env = { HEADGATE_KEEP_ALIVE_MS: '10' };
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body, env });
  upstream.serve = async (_request, to) => {
    to.writeHead(200, { 'content-type': type }).flushHeaders();
    const begun = waitFor(() => serving.answer.hasBegun(), 'the client has heard of its answer', within);
    await begun.then(
      () => rest(to),
      () => to.destroy(),
    );
  };
  return serving;
}

function over(id: bigint, provider: string) {
  const keys = provider === 'bedrock' ? ['AKIDEXAMPLE:secret'] : ['key'];
  return createCandidate({ id, baseUrl: upstream.baseUrl(id), provider, keys, region: 'eu-west-1' });
}

test.each<[DialectName, string, string, string | Buffer]>([
  ['chat-completions', 'openai-compatible', sse, chat],
  ['messages', 'openai-compatible', sse, chat],
  ['chat-completions', 'bedrock', 'application/vnd.amazon.eventstream', converse],
])('a stream of %s over %s begins, and then has all that is said', async (client, provider, type, rest) => {
  const serving = prepare(client, type, (to) => void to.end(rest));
  expect(await attemptInTurn(serving, [over(1n, provider)])).toBeUndefined();
  expect(serving.isEnded).toBe(true);
  expect(serving.sent).toMatch(client === 'messages' ? /^event: message_start\n/ : /^data: \{/);
  expect(serving.sent.split('message_start\n')).toHaveLength(client === 'messages' ? 2 : 1);
  expect(serving.sent).toMatch(client === 'messages' ? /"type":"message_stop"/ : /data: \[DONE\]\n\n$/);
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
});

test.each<[DialectName]>([['chat-completions'], ['messages']])(
  'a stream of %s that has begun so and then fails is told to have broken off, and costs nothing',
  async (client) => {
    const serving = prepare(client, sse, (to) => void to.destroy());
    const candidates = [over(1n, 'openai-compatible'), over(2n, 'openai-compatible')];
    expect(await attemptInTurn(serving, candidates)).toBeUndefined();
    expect(upstream.calls).toHaveLength(1);
    expect(serving.sent).toContain('"error":{');
    expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, source: UsageSource.NONE }]);
  },
);

test('an array, of which nothing can leave yet, is still had from the next', async () => {
  const body = { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] };
  const env = { HEADGATE_KEEP_ALIVE_MS: '10' };
  const client = 'generate-content';
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body, env });
  upstream.serve = (_request, to) => {
    to.writeHead(200, { 'content-type': sse }).flushHeaders();
    if (upstream.calls.length > 1) return void to.end(native);
    setTimeout(() => to.destroy(), 50);
  };
  const answer = createArrayAnswer(serving.answer);
  const candidates = [over(1n, 'gemini'), over(2n, 'gemini')];
  expect(await attemptInTurn({ ...serving, answer }, candidates)).toBeUndefined();
  expect(upstream.calls).toHaveLength(2);
  expect(JSON.parse(serving.sent)).toHaveLength(1);
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
});
