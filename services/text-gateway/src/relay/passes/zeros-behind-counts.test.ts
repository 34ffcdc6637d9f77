/** Counts of a stream, and zeros behind or before them. */
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

async function serve(client: DialectName, provider: string, chunks: readonly object[], end = '') {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('') + end);
  };
  const texts = client === 'generate-content';
  const body = texts
    ? { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }
    : { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body });
  const channel = createCandidate({ id: 1n, provider, baseUrl: upstream.baseUrl(1n) });
  expect(await attemptInTurn(serving, [channel])).toBeUndefined();
  return serving;
}

const done = 'data: [DONE]\n\n';
const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
const counts = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const chunk = (content: string, finish_reason: string | null, usage?: object) => ({
  choices: [{ index: 0, delta: { content }, finish_reason }],
  ...(usage && { usage }),
});

describe.each(['chat-completions', 'messages'] as const)('a chat completion as %s', (client) => {
  const tell = (...chunks: object[]) => serve(client, 'openai-compatible', chunks, done);

  test('costs what was counted before it ended', async () => {
    const { outcomes } = await tell(chunk('Hello', null, counts), chunk('', 'stop', zeros));
    expect(outcomes).toMatchObject([
      { source: UsageSource.UPSTREAM, usage: { inputFresh: 10, outputVisible: 5 } },
    ]);
  });

  test('costs what was counted, and what it said since', async () => {
    const { outcomes } = await tell(
      chunk('Hello', null, counts),
      chunk(' world', null, zeros),
      chunk('', 'stop', zeros),
    );
    expect(outcomes).toMatchObject([
      { source: UsageSource.ESTIMATED, usage: { inputFresh: 10, outputVisible: 6 } },
    ]);
  });

  test('costs the calls that were counted before zeros', async () => {
    const searched = { ...counts, server_tool_use: { web_search_requests: 2 } };
    const { outcomes } = await tell(chunk('Hello', null, searched), chunk('', 'stop', zeros));
    expect(outcomes).toMatchObject([{ usage: { inputFresh: 10, toolCalls: { web_search: 2 } } }]);
  });

  test('costs what is counted behind the end, where that counted zeros', async () => {
    const last = { choices: [], usage: counts };
    const { outcomes, sent } = await tell(chunk('Hello', null), chunk('', 'stop', zeros), last);
    expect(outcomes).toMatchObject([
      { source: UsageSource.UPSTREAM, usage: { inputFresh: 10, outputVisible: 5 } },
    ]);
    if (client === 'messages') expect(sent).toContain('"output_tokens":5');
  });

  test('costs what is counted behind zeros', async () => {
    const { outcomes } = await tell(chunk('Hello', null, zeros), chunk('', 'stop', counts));
    expect(outcomes).toMatchObject([
      { source: UsageSource.UPSTREAM, usage: { inputFresh: 10, outputVisible: 5 } },
    ]);
  });
});

test('counts behind the end replace none with zeros', async () => {
  const last = { choices: [], usage: zeros };
  const { outcomes } = await serve(
    'chat-completions',
    'openai-compatible',
    [chunk('Hello', null), chunk('', 'stop', counts), last],
    done,
  );
  expect(outcomes).toMatchObject([{ usage: { inputFresh: 10, outputVisible: 5 } }]);
});

test.each(['generate-content', 'chat-completions'] as const)(
  'a last chunk that counts the prompt alone leaves the output as it was counted, as %s',
  async (client) => {
    const { outcomes } = await serve(client, 'gemini', [
      {
        candidates: [{ content: { role: 'model', parts: [{ text: 'Hello' }] } }],
        usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 5, thoughtsTokenCount: 20 },
      },
      {
        candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 8, totalTokenCount: 8 },
      },
    ]);
    expect(outcomes).toMatchObject([
      {
        source: UsageSource.UPSTREAM,
        usage: { inputFresh: 8, outputVisible: 5, outputReasoning: 20 },
      },
    ]);
  },
);
