/** Streams whose connection breaks behind counts, before the upstream has said why the answer ended. */
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

interface Vendor {
  provider: string;
  upstreamModel: string;
  said: object[];
  counts: object;
}

const vendors: Record<DialectName, Vendor> = {
  'chat-completions': {
    provider: 'openai-compatible',
    upstreamModel: 'm',
    said: [{ id: 'c', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: null }] }],
    counts: { id: 'c', choices: [], usage: { prompt_tokens: 9, completion_tokens: 4 } },
  },
  messages: {
    provider: 'anthropic',
    upstreamModel: 'm',
    said: [
      { type: 'message_start', message: { usage: { input_tokens: 9 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } },
    ],
    counts: { type: 'message_delta', delta: {}, usage: { output_tokens: 4 } },
  },
  responses: {
    provider: 'openai',
    upstreamModel: 'gpt-5-codex',
    said: [
      { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', output: [] } },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { type: 'message', id: 'i', content: [] },
      },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'i', delta: 'Hi' },
    ],
    counts: {
      type: 'response.in_progress',
      response: { id: 'resp_1', status: 'in_progress', usage: { input_tokens: 9, output_tokens: 4 } },
    },
  },
  'generate-content': {
    provider: 'gemini',
    upstreamModel: 'm',
    said: [{ candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Hi' }] } }] }],
    counts: { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 4 } },
  },
};

const bodies: Record<DialectName, Record<string, unknown>> = {
  'chat-completions': { messages: [{ role: 'user', content: 'Hi' }] },
  messages: { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
  responses: { input: 'Hi' },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
};

async function cut(asked: DialectName, from: DialectName, frames: (vendor: Vendor) => object[]) {
  const vendor = vendors[from];
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = frames(vendor).map((event) => `data: ${JSON.stringify(event)}\n\n`);
    response.write(events.join(''), () => setTimeout(() => response.destroy(), 20));
  };
  const { provider, upstreamModel } = vendor;
  const candidate = {
    ...createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider }),
    upstreamModel,
  };
  const body = { model: 'm', stream: true, ...bodies[asked] };
  const serving = createTestServing({ pools: upstream.pools, stream: true, client: asked, body });
  return { serving, fault: await attemptInTurn(serving, [candidate]) };
}

const cells = (Object.keys(vendors) as DialectName[]).flatMap((from) => [
  ['passed', from, from] as const,
  ['converted', from === 'messages' ? 'chat-completions' : 'messages', from] as const,
]);

describe.each(cells)('%s: %s from %s', (_, asked, from) => {
  test('behind what was said the client is told, and the counts are billed', async () => {
    const { serving } = await cut(asked, from, ({ said, counts }) => [...said, counts]);
    expect(serving.sent).toContain('Hi');
    expect(serving.sent).toContain('"error"');
    expect(serving.sent).not.toMatch(/\[DONE\]|message_stop|response\.completed/);
    // What is converted hears counts of responses at the end alone.
    const usage = { inputFresh: 9, outputVisible: 4 };
    const isHeard = asked === from || from !== 'responses';
    expect(serving.outcomes).toMatchObject([
      { ending: Ending.BROKEN, ...(isHeard && { source: UsageSource.UPSTREAM, usage }) },
    ]);
  });

  test('where nothing was said it is no whole answer either', async () => {
    const { serving, fault } = await cut(asked, from, ({ counts }) => [counts]);
    if (fault) return expect(serving).toMatchObject({ sent: '', outcomes: [] });
    expect(serving.sent).toContain('"error"');
    expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN }]);
  });
});
