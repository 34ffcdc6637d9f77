/** Streams of chat completions that say their error without a member `error`. */
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { expect, test } from 'vitest';
import type { DialectName } from '../../canon/dialect-name.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const clients = ['chat-completions', 'messages', 'responses', 'generate-content'] as const;

const bodies: Record<DialectName, object> = {
  'chat-completions': { messages: [{ role: 'user', content: 'Hi' }] },
  messages: { max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
  responses: { input: 'Hi' },
  'generate-content': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
};

const write = (chunk: object) => `data: ${JSON.stringify(chunk)}\n\n`;
const chunkOf = (delta: object, finish: string | null = null, more: object = {}) =>
  write({ choices: [{ index: 0, delta, finish_reason: finish }], ...more });
const said = chunkOf({ role: 'assistant', content: 'Hello' });
const usage = { prompt_tokens: 3, completion_tokens: 5, total_tokens: 8 };
const done = 'data: [DONE]\n\n';

function prepare(client: DialectName) {
  const body = { model: 'm', stream: true, ...bodies[client] };
  return createTestServing({ pools: upstream.pools, stream: true, client, body });
}

const over = (id: bigint) => createCandidate({ id, baseUrl: upstream.baseUrl(id) });

/** What a client gets of an upstream that says this once its first words have been passed. */
async function endedTo(client: DialectName, end: string) {
  const serving = prepare(client);
  upstream.serve = async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(said);
    await waitFor(() => serving.sent.includes('Hello'), 'the words are sent');
    response.end(end);
  };
  expect(await attemptInTurn(serving, [over(1n)])).toBeUndefined();
  return serving;
}

const goodEnd =
  /"finish_reason":"(?:stop|error|network_error|abort)"|end_turn|message_stop|response\.completed|STOP|\[DONE\]/;

/** As Mistral and OpenRouter call it, Zhipu where its inference failed, and vLLM and SGLang where they gave up a request. */
const words = ['error', 'network_error', 'abort'];

const byReason: readonly [string, string][] = [
  ...words.map((word): [string, string] => [
    `with counts, ${word}`,
    chunkOf({ content: '' }, word, { usage }) + done,
  ]),
  ['with counts behind it', chunkOf({}, 'error') + write({ choices: [], usage }) + done],
  ['without counts', chunkOf({}, 'error') + done],
];

test.each(clients.flatMap((client) => byReason.map(([how, end]) => [client, how, end] as const)))(
  'to %s, an end for the reason of an error is one, %s',
  async (client, how, end) => {
    const serving = await endedTo(client, end);
    expect(serving.sent).toMatch(/"error"/);
    expect(serving.sent).not.toMatch(goodEnd);
    expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN }]);
    if (how.startsWith('with counts, '))
      expect(serving.outcomes).toMatchObject([
        { usage: { inputFresh: 3, outputVisible: 5 }, source: UsageSource.UPSTREAM },
      ]);
  },
);

/** Flat, as the events of some are that name the error in their `event` line or nowhere. */
const flat = { code: 'InternalError.Algo', message: 'Something failed.', request_id: 'r' };
const flatErrors: readonly [string, string][] = [
  ['an event', `event: error\ndata: ${JSON.stringify(flat)}\n\n${done}`],
  ['a chunk', write({ type: 'server_error', message: 'Something failed.', code: null }) + done],
];

test.each(clients.flatMap((client) => flatErrors.map(([how, end]) => [client, how, end] as const)))(
  'to %s, an error that is %s by itself is one',
  async (client, _, end) => {
    const serving = await endedTo(client, end);
    expect(serving.sent).toMatch(/"error"/);
    expect(serving.sent).not.toMatch(goodEnd);
    expect(serving.sent).not.toContain('Something failed');
    expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, source: UsageSource.ESTIMATED }]);
  },
);

test.each(clients)('to %s, a flat error that says a status is refused by it', async (client) => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`event: error\ndata: {"code":400,"message":"It is too long"}\n\n${done}`);
  };
  const serving = prepare(client);
  const failure = await attemptInTurn(serving, [over(1n), over(2n)]);
  expect(failure).toMatchObject({ status: 400, message: 'It is too long' });
  expect(upstream.calls).toHaveLength(1);
});

test.each([
  { code: 0, message: 'success' },
  { type: 'status', message: 'Searching' },
  { code: '', message: '', request_id: 'r' },
  { code: 'Success', message: 'OK' },
  { code: 102, message: 'Searching' },
])('what tells of no error is none: %j', async (told) => {
  const word = write(told);
  const serving = await endedTo('messages', word + chunkOf({}, 'stop', { usage }) + done);
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
});

test.each(clients)('to %s, an answer of such an end alone is asked for elsewhere', async (client) => {
  upstream.serve = (_request, response, channelId) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(
      channelId === 1n ? chunkOf({}, 'error', { usage }) + done : said + chunkOf({}, 'stop') + done,
    );
  };
  const serving = prepare(client);
  const second = createCandidate({ id: 2n, baseUrl: upstream.baseUrl(2n), priority: -1 });
  expect(await attemptInTurn(serving, [over(1n), second])).toBeUndefined();
  expect(upstream.calls).toHaveLength(2);
  expect(serving.sent).toContain('Hello');
  expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
});

test('of several answers one that fails leaves the others', async () => {
  const body = { model: 'm', stream: true, n: 2, ...bodies['chat-completions'] };
  const serving = createTestServing({ pools: upstream.pools, stream: true, body });
  const second = { index: 1, delta: { content: 'There' }, finish_reason: 'stop' };
  const stream = said + chunkOf({}, 'error') + write({ choices: [second], usage }) + done;
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(stream);
  };
  expect(await attemptInTurn(serving, [over(1n)])).toBeUndefined();
  expect(serving.sent).toBe(stream);
});

test.each(
  (['chat-completions', 'messages'] as const).flatMap((client) =>
    words.map((word) => [client, word] as const),
  ),
)('to %s, a whole answer that ends so is none: %s', async (client, word) => {
  const message = { role: 'assistant', content: 'Hello' };
  upstream.serve = (_request, response) =>
    void response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: word }], usage }));
  const body = { model: 'm', ...bodies[client] };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client, body });
  expect(await attemptInTurn(serving, [over(1n), over(2n)])).toMatchObject({
    status: 500,
    code: 'bad_response_body',
  });
  expect(upstream.calls).toHaveLength(2);
});
