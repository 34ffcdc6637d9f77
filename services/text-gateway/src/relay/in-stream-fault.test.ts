/** Errors that an upstream puts under a status of success, before anything was sent. */
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DialectName } from '../canon/dialect-name.ts';
import { createCandidate, createTestServing, type TestServing } from '../testing/test-serving.ts';
import { startUpstreamServer, type UpstreamServer } from '../testing/upstream-server.ts';
import { createPools, type Pools } from '../upstream-call/pools.ts';
import { attemptInTurn } from './attempts.ts';

let upstream: UpstreamServer;
let pools: Pools;
beforeEach(async () => {
  pools = createPools();
  upstream = await startUpstreamServer();
});
afterEach(async () => {
  await pools.close();
  upstream.stop();
});

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
  return createTestServing({ pools, stream, client, body });
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
  test('an upstream that is overloaded is left for the next', async () => {
    upstream.serve = sends({ type: 'overloaded_error', message: 'x' }, isStreamed);
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

test('what is held back is not sent: the error behind it still decides', async () => {
  upstream.serve = sends({ type: 'invalid_request_error', message: 'No' }, true, start);
  expect(await attemptInTurn(prepare('chat-completions', true), [over(1n)])).toMatchObject({ status: 400 });
});
