/** Errors that an upstream puts under a status of success, before anything was sent. */
import type { ServerResponse } from 'node:http';
import { Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { Dialect, Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { describe, expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { findSurface } from '../../surfaces/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const start =
  'event: message_start\ndata: {"type":"message_start","message":{"usage":{"input_tokens":9}}}\n\n';

/** The same words in a stream, behind its first frame where that is held back, and as a whole answer. */
function sends(error: object, isStreamed: boolean, beginning = '') {
  const body = JSON.stringify({ type: 'error', error });
  return (_request: unknown, response: ServerResponse): void => {
    if (!isStreamed) return void response.end(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`${beginning}event: error\ndata: ${body}\n\n`);
  };
}

function prepare(client: DialectName, stream: boolean): TestServing {
  const body = { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }], stream };
  return createTestServing({ pools: upstream.pools, stream, client, body });
}

const over = (id: bigint) =>
  createCandidate({ id, baseUrl: upstream.baseUrl(id), provider: 'anthropic', keys: ['key'] });

const cells = [
  ['passed', 'messages', true],
  ['passed', 'messages', false],
  ['converted', 'chat-completions', true],
  ['converted', 'chat-completions', false],
] as const;

describe.each(cells)('%s, %s streamed: %s', (_, client, isStreamed) => {
  test.each([
    { type: 'overloaded_error' },
    { type: 'service_unavailable_error', code: 'server_is_overloaded' },
    { code: 'server_is_overloaded' },
    { code: 'slow_down' },
  ])('an upstream that is overloaded is left for the next: %j', async (said) => {
    upstream.serve = sends({ ...said, message: 'x' }, isStreamed);
    const fault = await attemptInTurn(prepare(client, isStreamed), [over(1n), over(2n)]);
    expect(fault).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(upstream.calls).toHaveLength(2);
  });

  test('a rate limit is a 429 that cools the credential', async () => {
    upstream.serve = sends({ type: 'rate_limit_error', message: 'x' }, isStreamed);
    const serving = prepare(client, isStreamed);
    expect(await attemptInTurn(serving, [over(1n)])).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    });
    expect(await attemptInTurn(serving, [over(1n)])).toMatchObject({ status: 429 });
    expect(upstream.calls).toHaveLength(1);
  });

  test('a refusal of the request keeps its words, and is not tried elsewhere', async () => {
    upstream.serve = sends({ type: 'invalid_request_error', message: 'No such thing' }, isStreamed);
    const fault = await attemptInTurn(prepare(client, isStreamed), [over(1n), over(2n)]);
    expect(fault).toMatchObject({ status: 400, type: 'invalid_request_error', message: 'No such thing' });
    expect(upstream.calls).toHaveLength(1);
  });

  test('tools that a server of the client’s own does not list are its business alone', async () => {
    const error = { type: 'external_connector_error', code: 'http_error', message: 'No list of tools' };
    upstream.serve = sends(error, isStreamed);
    const fault = await attemptInTurn(prepare(client, isStreamed), [over(1n), over(2n)]);
    expect(fault).toMatchObject({ status: 424, ...error });
    expect(upstream.calls).toHaveLength(1);
  });

  test('our own credential is no business of the client', async () => {
    upstream.serve = sends({ type: 'authentication_error', message: 'bad key' }, isStreamed);
    const fault = await attemptInTurn(prepare(client, isStreamed), [over(1n)]);
    expect(fault).toMatchObject({ status: 503, code: 'model_not_found' });
    expect(fault?.message).not.toContain('key');
  });

  test.each([{ type: 'api_error' }, { type: 'unheard_of' }])('%o is a broken answer', async (error) => {
    upstream.serve = sends({ ...error, message: 'x' }, isStreamed);
    const fault = await attemptInTurn(prepare(client, isStreamed), [over(1n), over(2n)]);
    expect(fault).toMatchObject({ status: 500, code: 'bad_response_body' });
    expect(upstream.calls).toHaveLength(2);
  });
});

test.each([
  ['speech', Operation.SPEAK, { input: 'Hi', voice: 'alloy', stream_format: 'sse' }],
  ['images', Operation.GENERATE_IMAGES, { prompt: 'a mill', stream: true }],
])('the flat error of a stream of %s is what it says', async (_, operation, members) => {
  const said = { code: 'invalid_prompt', message: 'No such thing', param: 'x' };
  const fault = await refusalOf(operation, members, { type: 'error', ...said });
  expect(fault).toMatchObject({ status: 400, ...said });
  expect(upstream.calls).toHaveLength(1);
});

test.each([
  { type: 'image_generation_user_error', code: 'moderation_blocked' },
  { type: 'image_generation_user_error', code: 'invalid_image_file' },
])('what may not be drawn is not asked of others: %j', async (said) => {
  const error = { ...said, message: 'Rejected by the safety system.' };
  const members = { prompt: 'a mill', stream: true };
  const fault = await refusalOf(Operation.GENERATE_IMAGES, members, { type: 'error', error });
  expect(fault).toMatchObject({ status: 400, ...error });
  expect(upstream.calls).toHaveLength(1);
});

/** What becomes of a request, beyond the dialects, whose stream is one event at each of two upstreams. */
async function refusalOf(operation: Operation, members: object, event: object) {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`data: ${JSON.stringify(event)}\n\n`);
  };
  const client = findSurface(Dialect.CHAT_COMPLETIONS, operation);
  if (!client) throw new Error('There is no such style');
  const terms = { isOutputPriced: true, isWriter: false };
  const body = { model: 'm', ...members };
  const at = (id: bigint) => createCandidate({ id, baseUrl: upstream.baseUrl(id) });
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body, terms });
  return attemptInTurn(serving, [at(1n), at(2n)]);
}

test('what is held back is not sent: the error behind it still decides', async () => {
  upstream.serve = sends({ type: 'invalid_request_error', message: 'No' }, true, start);
  expect(await attemptInTurn(prepare('chat-completions', true), [over(1n)])).toMatchObject({ status: 400 });
});

describe.each(['messages', 'chat-completions'] as const)('%s, where a stream was promised', (client) => {
  const error = { type: 'rate_limit_error', message: 'at 10.0.0.1' };
  const said = JSON.stringify({ type: 'error', error }, null, 2);

  function promise(...pieces: string[]) {
    return async (_request: unknown, response: ServerResponse): Promise<void> => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const piece of pieces) {
        response.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      response.end();
    };
  }

  test('an error that is no event is what it says', async () => {
    upstream.serve = promise(said.slice(0, 9), said.slice(9));
    const serving = prepare(client, true);
    expect(await attemptInTurn(serving, [over(1n), over(2n)])).toMatchObject({ status: 429 });
    expect(upstream.calls).toHaveLength(2);
    expect(serving.sent).toBe('');
  });

  test('its words do not reach the client behind events either', async () => {
    const delta = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi' } };
    const block = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };
    const events = [block, delta].map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    upstream.serve = promise(start, ...events, `${said}\n`);
    const serving = prepare(client, true);
    expect(await attemptInTurn(serving, [over(1n)])).toBeUndefined();
    expect(serving.sent).toContain('Hi');
    expect(serving.sent).toContain('upstream_cut');
    expect(serving.sent).not.toContain('10.0.0.1');
    expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, usage: { inputFresh: 9 } }]);
  });
});

test.each([
  ['passed', 'responses', false],
  ['converted', 'chat-completions', false],
  ['converted', 'chat-completions', true],
] as const)(
  'what responses refuse in a code alone is a refusal: %s, %s streamed: %s',
  async (_, client, stream) => {
    const error = { code: 'failed_to_download_image', message: 'No image is there' };
    const failed = { id: 'resp_1', status: 'failed', output: [], error };
    upstream.serve = (_request, response) => {
      if (!stream) return void response.end(JSON.stringify(failed));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const event = { type: 'response.failed', response: failed };
      response.end(`event: response.failed\ndata: ${JSON.stringify(event)}\n\n`);
    };
    const said = [{ role: 'user', content: 'Hi' }];
    const body = { model: 'm', stream, ...(client === 'responses' ? { input: said } : { messages: said }) };
    const serving = createTestServing({ pools: upstream.pools, stream, client, body });
    const speaksResponses = (id: bigint) => ({
      ...createCandidate({ id, baseUrl: upstream.baseUrl(id), provider: 'openai', keys: ['key'] }),
      upstreamModel: 'gpt-5-codex',
    });
    const fault = await attemptInTurn(serving, [speaksResponses(1n), speaksResponses(2n)]);
    expect(fault).toMatchObject({ status: 400, code: error.code, message: error.message });
    expect(upstream.calls).toHaveLength(1);
  },
);
