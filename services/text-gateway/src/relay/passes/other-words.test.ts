/** What upstreams of the client's own dialect say otherwise than its vendor. */
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const event = (type: string, more: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
const over = (provider: string, id: bigint) =>
  createCandidate({ id, baseUrl: upstream.baseUrl(id), provider, keys: ['key'], priority: -Number(id) });
const answers = (pieces: readonly string[]) => async (_request: unknown, to: ServerResponse) => {
  to.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const piece of pieces) {
    to.write(piece);
    await setTimeout(10);
  }
  to.end();
};

describe('an error of responses, as the vendor documents it: flat', () => {
  const response = { id: 'resp_1', status: 'in_progress', model: 'm', output: [] };
  const announced = [event('response.created', { response }), event('response.in_progress', { response })];
  const prepare = () =>
    createTestServing({
      pools: upstream.pools,
      stream: true,
      client: 'responses',
      body: { model: 'm', stream: true, input: 'Hi' },
    });

  test('a prompt that is too long is refused with its code, and nobody else is asked', async () => {
    const said = {
      code: 'context_length_exceeded',
      message: 'It is too long',
      param: 'input',
      sequence_number: 2,
    };
    upstream.serve = answers([...announced, event('error', said)]);
    const fault = await attemptInTurn(prepare(), [
      over('openai', 1n),
      over('openai', 2n),
      over('openai', 3n),
    ]);
    expect(fault).toMatchObject({ status: 400, code: 'context_length_exceeded', message: 'It is too long' });
    expect(upstream.calls).toHaveLength(1);
  });

  test('a rate limit is one, and cools the credential', async () => {
    const said = { code: 'rate_limit_exceeded', message: 'Slow down', param: null, sequence_number: 2 };
    upstream.serve = answers([...announced, event('error', said)]);
    const serving = prepare();
    expect(await attemptInTurn(serving, [over('openai', 1n)])).toMatchObject({ status: 429 });
    expect(await attemptInTurn(serving, [over('openai', 1n)])).toMatchObject({ status: 429 });
    expect(upstream.calls).toHaveLength(1);
  });
});

describe('messages that end with [DONE] in place of message_stop', () => {
  const frames = [
    event('message_start', { message: { id: 'msg_1', model: 'm', usage: { input_tokens: 9 } } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
    'data: [DONE]\n\n',
  ];
  test.each([
    ['piece by piece', frames],
    ['at once', [frames.join('')]],
  ])('%s are whole', async (_, pieces) => {
    upstream.serve = answers(pieces);
    const body = { model: 'm', max_tokens: 9, stream: true, messages: [{ role: 'user', content: 'Hi' }] };
    const serving = createTestServing({ pools: upstream.pools, stream: true, client: 'messages', body });
    expect(await attemptInTurn(serving, [over('anthropic', 1n), over('anthropic', 2n)])).toBeUndefined();
    expect(upstream.calls).toHaveLength(1);
    expect(serving.sent).not.toContain('event: error');
    expect(serving.sent).toMatch(/event: message_stop\ndata: \{"type":"message_stop"\}\n\n$/);
    expect(serving.outcomes).toMatchObject([
      { ending: Ending.COMPLETED, usage: { inputFresh: 9, outputVisible: 2 } },
    ]);
  });
});

test('an error as vLLM has it, which is a whole chunk, keeps its code', async () => {
  const said = {
    object: 'error',
    code: 400,
    type: 'BadRequestError',
    message: 'It is too long',
    param: null,
  };
  upstream.serve = answers([`data: ${JSON.stringify(said)}\n\n`]);
  const body = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Hi' }] };
  const serving = createTestServing({
    pools: upstream.pools,
    stream: true,
    client: 'chat-completions',
    body,
  });
  const fault = await attemptInTurn(serving, [over('openai-compatible', 1n), over('openai-compatible', 2n)]);
  expect(fault).toMatchObject({ status: 400, message: 'It is too long' });
  expect(upstream.calls).toHaveLength(1);
});

test.each<[string, 'chat-completions' | 'messages', object]>([
  ['openai-compatible', 'chat-completions', { object: 'error', code: 429, message: 'Slow down' }],
  ['anthropic', 'messages', { error: { type: 'rate_limit_error', message: 'Slow down' } }],
])('a rate limit of %s under a status of success cools the credential', async (provider, client, said) => {
  upstream.serve = (_request, to) => {
    to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said));
  };
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body });
  expect(await attemptInTurn(serving, [over(provider, 1n)])).toMatchObject({ status: 429 });
  expect(await attemptInTurn(serving, [over(provider, 1n)])).toMatchObject({ status: 429 });
  expect(upstream.calls).toHaveLength(1);
});
