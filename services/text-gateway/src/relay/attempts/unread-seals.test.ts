/** Reasoning that one organisation of OpenAI's sealed, and another cannot read: a conversation whose key has changed. */
import { expect, test } from 'vitest';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from './attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const over = (keys: string[]) =>
  createCandidate({ id: 1n, baseUrl: upstream.baseUrl(1n), provider: 'openai', keys });

function prepare() {
  const sealed = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' };
  const body = { model: 'm', store: false, input: [sealed, { role: 'user', content: 'And?' }] };
  return createTestServing({ pools: upstream.pools, stream: false, client: 'responses', body });
}

const error = {
  message:
    'The encrypted content gAAA... could not be verified. Reason: Encrypted content organization_id did not match.',
  type: 'invalid_request_error',
  param: null,
  code: 'invalid_encrypted_content',
};

/** Only this key's organisation reads it. */
function sealedBy(key: string | undefined): void {
  upstream.serve = (request, response) => {
    const isRead = request.headers.authorization === `Bearer ${key}`;
    const usage = { input_tokens: 9, output_tokens: 1, total_tokens: 10 };
    const said = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }];
    response.writeHead(isRead ? 200 : 400, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isRead ? { id: 'resp_1', status: 'completed', output: said, usage } : { error }),
    );
  };
}

test.each(['one', 'two', 'three'])('it goes to the credential that reads it: %s', async (key) => {
  sealedBy(key);
  expect(await attemptInTurn(prepare(), [over(['one', 'two', 'three'])])).toBeUndefined();
});

test('where none does, the client is told, and the credentials go on', async () => {
  sealedBy(undefined);
  const { context } = prepare();
  for (let count = 0; count < 6; count += 1) {
    const fault = await attemptInTurn({ ...prepare(), context }, [over(['one', 'two'])]);
    expect(fault).toMatchObject({ status: 400, code: 'invalid_encrypted_content' });
  }
  sealedBy('two');
  expect(await attemptInTurn({ ...prepare(), context }, [over(['one', 'two'])])).toBeUndefined();
  expect(context.breaker.states()).toEqual({ open: 0, 'half-open': 0 });
});

test('while the credential that reads it is busy, the client is told when to come again', async () => {
  const { context } = prepare();
  upstream.serve = (request, response) => {
    const isBusy = request.headers.authorization === 'Bearer one';
    response.writeHead(isBusy ? 429 : 400, { 'content-type': 'application/json', 'retry-after': '7' });
    response.end(
      JSON.stringify({ error: isBusy ? { code: 'rate_limit_exceeded', message: 'Slow down' } : error }),
    );
  };
  for (let count = 0; count < 2; count += 1)
    expect(await attemptInTurn({ ...prepare(), context }, [over(['one', 'two'])])).toMatchObject({
      status: 429,
    });
});
