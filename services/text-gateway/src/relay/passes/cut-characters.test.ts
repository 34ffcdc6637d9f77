/** A character cut in half passes in every dialect, as it does where answers are converted. */

import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

/** The first two of the four bytes of an emoji, the rest in the next event. */
const halves = ['\xf0\x9f', '\x98\x80'];
const streams: Record<string, string[]> = {
  messages: [
    '{"type":"message_start","message":{"id":"m","usage":{"input_tokens":9}}}',
    '{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"Hi "}}',
    ...halves.map(
      (half) => `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"${half}"}}`,
    ),
    '{"type":"content_block_stop","index":0}',
    '{"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}',
    '{"type":"message_stop"}',
  ],
  responses: [
    '{"type":"response.created","response":{"id":"r","status":"in_progress","output":[]}}',
    ...halves.map((half) => `{"type":"response.output_text.delta","delta":"${half}","output_index":0}`),
    '{"type":"response.completed","response":{"id":"r","status":"completed","output":[],"usage":{"input_tokens":9,"output_tokens":2}}}',
  ],
  'generate-content': [
    ...halves.map((half) => `{"candidates":[{"content":{"parts":[{"text":"${half}"}]}}]}`),
    '{"candidates":[{"content":{"parts":[{"text":"."}]},"finishReason":"STOP"}],"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":2}}',
  ],
  'chat-completions': [
    ...halves.map((half) => `{"choices":[{"index":0,"delta":{"content":"${half}"}}]}`),
    '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,"completion_tokens":2}}',
    '[DONE]',
  ],
};
const messages = [{ role: 'user', content: 'Hi' }];
const bodies: Record<string, object> = {
  'chat-completions': { model: 'm', stream: true, messages },
  messages: { model: 'm', stream: true, max_tokens: 9, messages },
  responses: { model: 'm', stream: true, input: 'Hi' },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
};

test.each([
  ['chat-completions', 'openai-compatible', 'chat-completions', 'm'],
  ['messages', 'anthropic', 'messages', 'm'],
  ['chat-completions', 'anthropic', 'messages', 'm'],
  ['responses', 'openai', 'responses', 'm'],
  ['chat-completions', 'openai', 'responses', 'o3-pro'],
  ['generate-content', 'gemini', 'generate-content', 'm'],
  ['chat-completions', 'gemini', 'generate-content', 'm'],
])('%s over %s', async (client, provider, spoken, upstreamModel) => {
  upstream.serve = (_request, to) => {
    to.writeHead(200, { 'content-type': 'text/event-stream' });
    to.end(Buffer.from((streams[spoken] ?? []).map((data) => `data: ${data}\n\n`).join(''), 'latin1'));
  };
  const serving = createTestServing({
    pools: upstream.pools,
    stream: true,
    client: client as DialectName,
    body: { ...bodies[client] },
  });
  const channel = { id: 1n, baseUrl: upstream.baseUrl(1n), provider, keys: ['key'] };
  const fault = await attemptInTurn(serving, [{ ...createCandidate(channel), upstreamModel }]);
  expect(fault).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED, usage: { outputVisible: 2 } }]);
});
