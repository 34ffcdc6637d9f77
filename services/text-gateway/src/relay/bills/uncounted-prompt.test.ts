/** Upstreams that count one side alone: what they say, as relays do that know no prompt at the start of a stream, or what can be. */
import type { ServerResponse } from 'node:http';
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const stream = (...events: object[]) => ({
  type: 'text/event-stream',
  body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
});
const whole = (answer: object) => ({ type: 'application/json', body: JSON.stringify(answer) });

const chatUsage = { prompt_tokens: 0, completion_tokens: 5, total_tokens: 5 };
const message = { type: 'message', role: 'assistant', model: 'm', content: [] };
const anthropic = stream(
  { type: 'message_start', message: { ...message, usage: { input_tokens: 0, output_tokens: 0 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
  { type: 'message_stop' },
);
const chat = whole({
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
  usage: chatUsage,
});

test.each<[DialectName, string, { type: string; body: string }]>([
  ['messages', 'anthropic', anthropic],
  ['chat-completions', 'anthropic', anthropic],
  ['chat-completions', 'openai-compatible', chat],
  ['messages', 'openai-compatible', chat],
  [
    'chat-completions',
    'openai-compatible',
    stream(
      { choices: [{ index: 0, delta: { content: 'Hello' }, finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: chatUsage },
    ),
  ],
])('%s over %s pays for its prompt all the same', async (client, provider, answer) => {
  expect(await outcomesOf(client, provider, answer)).toMatchObject([
    { source: UsageSource.ESTIMATED, usage: { inputFresh: 7, outputVisible: 5 } },
  ]);
});

test.each<[string, object, object]>([
  ['output', { prompt_tokens: 9, completion_tokens: 4_294_967_295 }, { inputFresh: 9, outputVisible: 1 }],
  ['a prompt', { prompt_tokens: 4_294_967_295, completion_tokens: 5 }, { inputFresh: 7, outputVisible: 5 }],
])('%s of more tokens than there can be was not counted, as with -1 in 32 bits', async (_, usage, billed) => {
  const choice = { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' };
  const answer = whole({ choices: [choice], usage });
  expect(await outcomesOf('chat-completions', 'openai-compatible', answer)).toMatchObject([
    { source: UsageSource.ESTIMATED, usage: billed },
  ]);
});

/** How a request ended that an upstream answered so. */
async function outcomesOf(
  client: DialectName,
  provider: string,
  { type, body }: { type: string; body: string },
) {
  upstream.serve = (_request: unknown, response: ServerResponse) => {
    response.writeHead(200, { 'content-type': type });
    response.end(body);
  };
  const isStreamed = type === 'text/event-stream';
  const messages = [{ role: 'user', content: 'What is there in a mill?' }];
  const asked = { model: 'm', max_tokens: 9, stream: isStreamed, messages };
  const serving = createTestServing({ pools: upstream.pools, stream: isStreamed, client, body: asked });
  const channel = createCandidate({ id: 1n, provider, baseUrl: upstream.baseUrl(1n) });
  expect(await attemptInTurn(serving, [channel])).toBeUndefined();
  return serving.outcomes;
}
