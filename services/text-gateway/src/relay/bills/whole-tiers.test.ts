/** A vendor that had no room at the tier that was asked for says so: the usual price holds, streamed or whole. */
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const message = { role: 'assistant', content: 'Hello there' };
const gemini = {
  candidates: [{ content: { parts: [{ text: 'Hello there' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 9, totalTokenCount: 12, serviceTier: 'standard' },
};
const chat = {
  choices: [{ index: 0, message, delta: message, finish_reason: 'stop' }],
  service_tier: 'default',
  usage: { prompt_tokens: 9, completion_tokens: 0 },
};
const cases = [
  [
    'generate-content',
    'gemini',
    { contents: [{ parts: [{ text: 'Hi' }] }], serviceTier: 'priority' },
    gemini,
  ],
  ['chat-completions', 'openai-compatible', { messages: [{ role: 'user', content: 'Hi' }] }, chat],
  ['responses', 'openai-compatible', { input: 'Hi' }, chat],
] as const;

describe.each(cases)('%s over %s', (client, provider, said, answer) => {
  test.each([true, false])('streamed: %s', async (stream) => {
    const text = JSON.stringify(answer);
    upstream.serve = (_request, to) => {
      to.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      to.end(stream ? `data: ${text}\n\n` : text);
    };
    const body =
      client === 'generate-content' ? said : { model: 'gpt-5', stream, service_tier: 'priority', ...said };
    const serving = createTestServing({ pools: upstream.pools, stream, client, body });
    const channel = { id: 1n, baseUrl: upstream.baseUrl(1n), provider, keys: ['key'] };
    const candidate = { ...createCandidate(channel), upstreamModel: 'gpt-5' };
    expect(await attemptInTurn(serving, [candidate])).toBeUndefined();
    expect(serving.outcomes).toMatchObject([{ source: UsageSource.ESTIMATED }]);
    expect(serving.outcomes[0]?.usage.serviceTier).toBeUndefined();
    expect(serving.outcomes[0]?.askedTier).toBeUndefined();
  });
});
