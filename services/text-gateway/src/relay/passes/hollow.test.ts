/** Answers under a status of success that say nothing and count zeros. */
import type { ServerResponse } from 'node:http';
import { UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const zeros = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

const message = { role: 'assistant', content: '' };
const first = `data: ${JSON.stringify({ choices: [{ index: 0, delta: message, finish_reason: null }] })}\n\n`;
const lastOf = (finish: string, usage: object) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: finish }], usage })}\n\ndata: [DONE]\n\n`;

/** A chat completion that says nothing. */
function ends(finish: string, isStreamed: boolean, usage: object) {
  return (_request: unknown, response: ServerResponse): void => {
    if (isStreamed) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(first + lastOf(finish, usage));
    } else {
      response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: finish }], usage }));
    }
  };
}

const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
const over = (id: bigint) => createCandidate({ id, baseUrl: upstream.baseUrl(id) });

function prepare(client: DialectName, stream: boolean) {
  return createTestServing({ pools: upstream.pools, stream, client, body: { ...body, stream } });
}

const cells = [
  ['passed', 'chat-completions', true],
  ['passed', 'chat-completions', false],
  ['converted', 'messages', true],
  ['converted', 'messages', false],
] as const;

describe.each(cells)('%s, %s streamed: %s', (_, client, isStreamed) => {
  test('a good end is no answer, and the next is tried', async () => {
    upstream.serve = ends('stop', isStreamed, zeros);
    const serving = prepare(client, isStreamed);
    const failure = await attemptInTurn(serving, [over(1n), over(2n)]);
    expect(failure).toMatchObject({ status: 500, code: 'bad_response_body' });
    expect(upstream.calls).toHaveLength(2);
    expect(serving).toMatchObject({ sent: '', outcomes: [] });
  });

  test.each(['length', 'model_context_window_exceeded'])(
    'an end by its bound is an answer, which costs nothing: %s',
    async (finish) => {
      upstream.serve = ends(finish, isStreamed, zeros);
      const serving = prepare(client, isStreamed);
      expect(await attemptInTurn(serving, [over(1n), over(2n)])).toBeUndefined();
      expect(upstream.calls).toHaveLength(1);
      expect(serving.outcomes).toMatchObject([{ status: 200, source: UsageSource.NONE }]);
    },
  );

  test('a prompt that was read makes it an answer', async () => {
    upstream.serve = ends('stop', isStreamed, { ...zeros, prompt_tokens: 3, total_tokens: 3 });
    const serving = prepare(client, isStreamed);
    expect(await attemptInTurn(serving, [over(1n), over(2n)])).toBeUndefined();
    expect(serving.outcomes).toMatchObject([{ usage: { inputFresh: 3 }, source: UsageSource.UPSTREAM }]);
  });
});

test.each([
  ['passed', 'chat-completions', first],
  ['passed', 'chat-completions', 'data: {"choices":[]}\n\n'],
  ['converted', 'messages', first],
  ['converted', 'messages', 'data: {"choices":[]}\n\n'],
] as const)('%s to %s, a beginning and its mark alone are no answer: %s', async (_, client, begun) => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${begun}data: [DONE]\n\n`);
  };
  const serving = prepare(client, true);
  const failure = await attemptInTurn(serving, [over(1n), over(2n)]);
  expect(failure).toMatchObject({ status: 500, code: 'bad_response_body' });
  expect(upstream.calls).toHaveLength(2);
  expect(serving).toMatchObject({ sent: '', outcomes: [] });
});

test('a beginning that has been sent, and a mark behind it, cost nothing', async () => {
  const serving = prepare('chat-completions', true);
  upstream.serve = async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
    await waitFor(() => serving.sent === first, 'the beginning is sent');
    response.end('data: [DONE]\n\n');
  };
  expect(await attemptInTurn(serving, [over(1n), over(2n)])).toBeUndefined();
  expect(serving.sent).toBe(`${first}data: [DONE]\n\n`);
  expect(serving.outcomes).toMatchObject([{ status: 200, source: UsageSource.NONE }]);
});

test('an answer of responses that says its end and no counts is one, though it says no word', async () => {
  const event = (type: string, response: object) => `data: ${JSON.stringify({ type, response })}\n\n`;
  const begun = event('response.created', { id: 'r', status: 'in_progress', output: [] });
  const working = `data: ${JSON.stringify({ type: 'response.output_item.added', item: { type: 'message' } })}\n\n`;
  const serving = createTestServing({
    pools: upstream.pools,
    stream: true,
    client: 'responses',
    body: { model: 'm', input: 'Hi', stream: true },
  });
  upstream.serve = async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(begun + working);
    await waitFor(() => serving.sent.includes('output_item.added'), 'the beginning is sent');
    response.end(event('response.completed', { id: 'r', status: 'completed', output: [] }));
  };
  const openai = createCandidate({ id: 1n, provider: 'openai', baseUrl: upstream.baseUrl(1n) });
  expect(await attemptInTurn(serving, [openai])).toBeUndefined();
  expect(serving.outcomes).toMatchObject([{ status: 200, source: UsageSource.MISSING }]);
});

test.each([{ parts: [{ text: '' }] }, { role: 'model' }])(
  'a Gemini stream of no words is none either: %j',
  async (content) => {
    const usageMetadata = { promptTokenCount: 0, totalTokenCount: 0 };
    const frame = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata };
    upstream.serve = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify(frame)}\n\n`);
    };
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
    const serving = createTestServing({
      pools: upstream.pools,
      stream: true,
      client: 'generate-content',
      body: { contents },
    });
    const gemini = (id: bigint) => createCandidate({ id, provider: 'gemini', baseUrl: upstream.baseUrl(id) });
    const failure = await attemptInTurn(serving, [gemini(1n), gemini(2n)]);
    expect(failure).toMatchObject({ status: 500, code: 'bad_response_body' });
    expect(upstream.calls).toHaveLength(2);
  },
);

test.each<[DialectName, string, string]>([
  ['chat-completions', 'application/json', '{"choices":[]}'],
  ['chat-completions', 'text/event-stream', 'data: [DONE]\n\n'],
  ['messages', 'application/json', '{"choices":[]}'],
  ['messages', 'text/event-stream', 'data: [DONE]\n\n'],
])('without counts and without an end there is no answer: %s, %s, %s', async (client, type, said) => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': type });
    response.end(said);
  };
  const serving = prepare(client, type === 'text/event-stream');
  const failure = await attemptInTurn(serving, [over(1n), over(2n)]);
  expect(failure).toMatchObject({ status: 500, code: 'bad_response_body' });
  expect(upstream.calls).toHaveLength(2);
  expect(serving).toMatchObject({ sent: '', outcomes: [] });
});

describe.each([false, true])('of Gemini, streamed: %s', (stream) => {
  const ask = async (client: 'chat-completions' | 'generate-content', said: object) => {
    const json = JSON.stringify({ ...said, usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 } });
    upstream.serve = (_request, response) => {
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      response.end(stream ? `data: ${json}\r\n\r\n` : json);
    };
    const gemini = (id: bigint) => createCandidate({ id, provider: 'gemini', baseUrl: upstream.baseUrl(id) });
    const asked = { contents: [{ parts: [{ text: 'Hi' }] }] };
    const serving = createTestServing({
      ...{ pools: upstream.pools, stream, client },
      body: client === 'generate-content' ? asked : { ...body, stream },
    });
    return { serving, failure: await attemptInTurn(serving, [gemini(1n), gemini(2n)]) };
  };

  describe.each(['chat-completions', 'generate-content'] as const)('asked in %s', (client) => {
    test.each([{}, { candidates: [] }, { promptFeedback: {} }])(
      'no candidate, and none that was refused, is no answer: %j',
      async (said) => {
        const { serving, failure } = await ask(client, said);
        expect(failure).toMatchObject({ status: 500, code: 'bad_response_body' });
        expect(upstream.calls).toHaveLength(2);
        expect(serving).toMatchObject({ sent: '', outcomes: [] });
      },
    );

    test.each([
      { candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL' }] },
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } },
      { candidates: null, promptFeedback: { blockReason: 'SAFETY' } },
      { candidates: [], promptFeedback: { blockReason: 'SAFETY' } },
    ])('a reason is an answer, which costs what it read: %j', async (said) => {
      const { serving, failure } = await ask(client, said);
      expect(failure).toBeUndefined();
      expect(upstream.calls).toHaveLength(1);
      expect(serving.outcomes).toMatchObject([{ usage: { inputFresh: 3 }, source: UsageSource.UPSTREAM }]);
    });
  });
});

test('what was sent before cannot be tried again, and costs nothing', async () => {
  const serving = prepare('chat-completions', true);
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(first);
    void waitFor(async () => serving.sent !== '', 'the first chunk is sent').then(() =>
      response.end(lastOf('stop', zeros)),
    );
  };
  expect(await attemptInTurn(serving, [over(1n), over(2n)])).toBeUndefined();
  expect(upstream.calls).toHaveLength(1);
  expect(serving.sent).toContain('[DONE]');
  expect(serving.outcomes).toMatchObject([{ status: 200, source: UsageSource.NONE }]);
});

test.each([true, false])(
  'an answer that is spoken is one, and costs its words, streamed: %s',
  async (isStreamed) => {
    const audio = { id: 'audio_1', data: 'UklGRg==', transcript: 'The weather is fine today.' };
    const spoken = { role: 'assistant', content: null, audio };
    const said = `data: ${JSON.stringify({ choices: [{ index: 0, delta: spoken, finish_reason: null }] })}\n\n`;
    const choices = [{ index: 0, message: spoken, finish_reason: 'stop' }];
    upstream.serve = (_request, response) => {
      if (isStreamed) response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(isStreamed ? said + lastOf('stop', zeros) : JSON.stringify({ choices, usage: zeros }));
    };
    const serving = prepare('chat-completions', isStreamed);
    expect(await attemptInTurn(serving, [over(1n), over(2n)])).toBeUndefined();
    expect(upstream.calls).toHaveLength(1);
    expect(serving.sent).toContain('audio_1');
    expect(serving.outcomes).toMatchObject([{ source: UsageSource.ESTIMATED, usage: { outputVisible: 6 } }]);
  },
);
