/** Streams of generateContent that end with the mark of chat completions, as LiteLLM writes it. */
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const chat = { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
const bodies: Partial<Record<DialectName, object>> = {
  'chat-completions': chat,
  messages: chat,
  responses: { input: 'Hi' },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
};
const clients = ['chat-completions', 'messages', 'responses', 'generate-content'] as const;
const converted = clients.filter((client) => client !== 'generate-content');

const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 5, totalTokenCount: 8 };
const frameOf = (text: string, finishReason?: string) => {
  const candidate = { index: 0, content: { role: 'model', parts: [{ text }] }, finishReason };
  return `data: ${JSON.stringify({ candidates: [candidate], usageMetadata })}\n\n`;
};
const done = 'data: [DONE]\n\n';

function prepare(client: DialectName, stream: string, { staysOpen = false } = {}) {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(stream);
    if (!staysOpen) response.end();
  };
  const body = { model: 'm', stream: true, ...bodies[client] };
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body });
  const over = (id: bigint) => createCandidate({ id, baseUrl: upstream.baseUrl(id), provider: 'gemini' });
  return { serving, candidates: [over(1n), over(2n)] };
}

test.each(clients)('to %s, a whole answer in one frame is whole behind it', async (client) => {
  const { serving, candidates } = prepare(client, frameOf('Hello', 'STOP') + done);
  expect(await attemptInTurn(serving, candidates)).toBeUndefined();
  expect(upstream.calls).toHaveLength(1);
  expect(serving.sent).toContain('Hello');
  expect(serving.outcomes).toMatchObject([
    { ending: Ending.COMPLETED, usage: { inputFresh: 3, outputVisible: 5 } },
  ]);
  if (client === 'generate-content') expect(serving.sent).not.toContain('[DONE]');
});

test.each(clients)('to %s, an answer without a reason is no whole one behind it', async (client) => {
  const { serving, candidates } = prepare(client, frameOf('Hello') + done);
  expect(await attemptInTurn(serving, candidates)).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN }]);
});

test.each(clients)('to %s, nothing is waited for behind a whole answer', async (client) => {
  const { serving, candidates } = prepare(client, frameOf('Hello', 'STOP') + done, { staysOpen: true });
  expect(await attemptInTurn(serving, candidates)).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
});

test.each(converted)('to %s, nothing is waited for behind it where no reason came', async (client) => {
  const { serving, candidates } = prepare(client, frameOf('Hello') + done, { staysOpen: true });
  expect(await attemptInTurn(serving, candidates)).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN }]);
});
