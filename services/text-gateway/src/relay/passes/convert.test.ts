/** Clients of one dialect over upstreams of another, against a real HTTP server that answers with their fixtures. */
import { Ending, UsageSource } from '@headgate/proto/gen/headgate/events/v1/events';
import { describe, expect, test } from 'vitest';
import { foldReply } from '../../canon/fold.ts';
import { sealPrefix } from '../../canon/seal.ts';
import type { Candidate } from '../../catalog/catalog.ts';
import { type Fixture, readFixtures } from '../../conformance/read-fixture.ts';
import { decodeStream, decodeWhole } from '../../conformance/run-codec.ts';
import { dialects } from '../../dialects/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import type { UpstreamServer } from '../../testing/upstream-server.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';

const upstream = startUpstreamForEach();

const anthropic = fixtureOf('messages');
const chatBody = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };

function fixtureOf(dialect: 'messages' | 'generate-content'): Fixture {
  const found = readFixtures(dialect).find(({ name }) => name === 'parallel-tool-calls');
  if (!found) throw new Error('the fixture is missing');
  return found;
}

function candidate(id: bigint, provider: string): Candidate {
  return createCandidate({ id, baseUrl: upstream.baseUrl(id), provider });
}

function prepare(stream: boolean, body: Record<string, unknown> = chatBody): TestServing {
  return createTestServing({ pools: upstream.pools, stream, body: { ...body, stream } });
}

function stream(...pieces: readonly (string | Buffer)[]): UpstreamServer['serve'] {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const piece of pieces) response.write(piece);
    response.end();
  };
}

function whole(body: unknown): UpstreamServer['serve'] {
  return (_request, response) => response.end(JSON.stringify(body));
}

const { codec: chat } = dialects['chat-completions'];

describe('a tool whose name the upstream does not take', () => {
  const tools = [{ type: 'function', function: { name: 'server.see', parameters: { type: 'object' } } }];
  const message = {
    ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use' },
    content: [{ type: 'tool_use', id: 'toolu_1', name: 'server_see', input: {} }],
    usage: { input_tokens: 1, output_tokens: 1 },
  };

  test.each([false, true])(
    'goes out under another, and is called by its own, streamed: %s',
    async (isStream) => {
      upstream.serve = whole(message);
      const serving = prepare(isStream, { ...chatBody, tools });
      expect(await attemptInTurn(serving, [candidate(1n, 'anthropic')])).toBeUndefined();
      expect(upstream.calls[0]?.body).toMatchObject({ tools: [{ name: 'server_see' }] });
      expect(serving.sent).toContain('"name":"server.see"');
      expect(serving.sent).not.toContain('server_see');
    },
  );
});

test.each([false, true])(
  'a call has an id that the conversation has not had, streamed: %s',
  async (isStream) => {
    upstream.serve = whole({
      ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', stop_reason: 'tool_use' },
      content: [{ type: 'tool_use', id: 'see_0', name: 'see', input: {} }],
      usage: { input_tokens: 1, output_tokens: 1 },
    });
    const call = { id: 'see_0', type: 'function', function: { name: 'see', arguments: '{}' } };
    const messages = [
      ...chatBody.messages,
      { role: 'assistant', tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: 'nothing' },
    ];
    const serving = prepare(isStream, { ...chatBody, messages });
    expect(await attemptInTurn(serving, [candidate(1n, 'anthropic')])).toBeUndefined();
    expect(serving.sent).toContain('"id":"see_0_2"');
    expect(serving.sent).not.toContain('"see_0"');
  },
);

test('no more output is asked for than was reserved', async () => {
  upstream.serve = whole(anthropic.reply);
  const serving = prepare(false, { ...chatBody, max_tokens: 1_000_000 });
  await attemptInTurn(serving, [candidate(1n, 'anthropic')]);
  expect(upstream.calls[0]?.body).toMatchObject({ max_tokens: 32_768 });
});

describe('an upstream of another dialect', () => {
  test('is asked in its own, and its stream arrives in the client’s, settled before the end', async () => {
    upstream.serve = stream(anthropic.stream);
    const serving = prepare(true);
    let sentAtSettle = '';
    serving.outcomes.push = (...outcomes) => {
      sentAtSettle = serving.sent;
      return Array.prototype.push.apply(serving.outcomes, outcomes);
    };
    expect(await attemptInTurn(serving, [candidate(1n, 'anthropic')])).toBeUndefined();
    expect(upstream.calls[0]).toMatchObject({ path: '/1/v1/messages', key: 'key' });
    expect(upstream.calls[0]?.body).toMatchObject({ model: 'm', stream: true, messages: [{ role: 'user' }] });
    const reply = foldReply(decodeStream(chat, Buffer.from(serving.sent)));
    expect(reply.blocks).toEqual(foldReply(decodeStream(dialects.messages.codec, anthropic.stream)).blocks);
    expect(serving).toMatchObject({ isEnded: true });
    expect([...serving.outcomes]).toEqual([
      {
        ending: Ending.COMPLETED,
        status: 200,
        source: UsageSource.UPSTREAM,
        usage: anthropic.canon.reply.usage,
      },
    ]);
    expect(sentAtSettle).not.toContain('[DONE]');
  });

  test('answers whole where a whole answer was asked for', async () => {
    upstream.serve = whole(anthropic.reply);
    const serving = prepare(false);
    expect(await attemptInTurn(serving, [candidate(1n, 'anthropic')])).toBeUndefined();
    const reply = foldReply(decodeWhole(chat, JSON.parse(serving.sent)));
    expect(reply.blocks).toEqual(anthropic.canon.reply.blocks);
    expect(serving.outcomes).toMatchObject([{ usage: anthropic.canon.reply.usage }]);
  });

  test('that answers whole what was to be streamed is streamed to the client', async () => {
    upstream.serve = whole(anthropic.reply);
    const serving = prepare(true);
    await attemptInTurn(serving, [candidate(1n, 'anthropic')]);
    expect(foldReply(decodeStream(chat, Buffer.from(serving.sent))).blocks).toEqual(
      anthropic.canon.reply.blocks,
    );
  });

  test('that breaks off within the answer ends it with the client’s error frame, billed for what it said', async () => {
    const half = anthropic.stream.subarray(0, anthropic.stream.lastIndexOf('event: message_delta'));
    upstream.serve = stream(half);
    const serving = prepare(true);
    expect(
      await attemptInTurn(serving, [candidate(1n, 'anthropic'), candidate(2n, 'anthropic')]),
    ).toBeUndefined();
    expect(upstream.calls).toHaveLength(1);
    expect(serving.sent.trimEnd().split('\n').at(-1)).toContain('{"error":{');
    expect(serving.sent).not.toContain('[DONE]');
    expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, source: UsageSource.ESTIMATED }]);
  });

  const overloaded =
    'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"x"}}\n\n';
  test.each([
    ['an error in its stream', stream(overloaded)],
    ['an error behind the beginning of its stream', stream(startOf(anthropic), overloaded)],
    ['garbage', stream('data: <html>\n\n')],
    ['an empty stream', stream()],
    [
      'an error under a status of success',
      whole({ type: 'error', error: { type: 'api_error', message: 'x' } }),
    ],
    ['something that is no answer', whole({ ok: true })],
  ])('that gives %s is left for the next, as nothing was sent', async (_, serve) => {
    upstream.serve = (...call) => (call[2] === 1n ? serve : stream(anthropic.stream))(...call);
    const serving = prepare(true);
    const tried = [{ ...candidate(1n, 'anthropic'), ...priority(1n) }, candidate(2n, 'anthropic')];
    expect(await attemptInTurn(serving, tried)).toBeUndefined();
    expect(upstream.calls).toHaveLength(2);
    expect(serving.sent).toContain('[DONE]');
    expect(serving.outcomes).toMatchObject([{ ending: Ending.COMPLETED }]);
  });

  function priority(id: bigint): Partial<Candidate> {
    const { channel } = candidate(id, 'anthropic');
    return { channel: { ...channel, priority: 1 } };
  }
});

function startOf({ stream: bytes }: Fixture): Buffer {
  return bytes.subarray(0, bytes.indexOf('\n\n') + 2);
}

describe('content that an upstream cannot be given', () => {
  const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  const withImage = { model: 'm', messages: [{ role: 'user', content: [image] }] };

  test('goes to the next candidate, and costs no attempt', async () => {
    upstream.serve = (_request, response) => {
      response.end('{"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1}}');
    };
    const serving = prepare(false, withImage);
    const { channel } = candidate(1n, 'gemini');
    const first = { ...candidate(1n, 'gemini'), channel: { ...channel, priority: 1 } };
    expect(await attemptInTurn(serving, [first, candidate(2n, 'openai-compatible')])).toBeUndefined();
    expect(upstream.calls.map(({ channelId }) => channelId)).toEqual([2n]);
  });

  test('is a 400 where there is no other', async () => {
    const serving = prepare(false, withImage);
    const fault = await attemptInTurn(serving, [candidate(1n, 'gemini')]);
    expect(fault).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(upstream.calls).toEqual([]);
  });

  test('is a 500 without a code for an image on responses, not to be tried again', async () => {
    const input = [
      { role: 'user', content: [{ type: 'input_image', image_url: 'https://example.com/a.png' }] },
    ];
    const body = { model: 'm', input };
    const serving = createTestServing({ pools: upstream.pools, stream: false, client: 'responses', body });
    const fault = await attemptInTurn(serving, [candidate(1n, 'gemini')]);
    expect(fault).toMatchObject({ status: 500, code: undefined, permanent: true });
  });
});

test('what came before garbage in one piece reaches the client, and its usage the bill', async () => {
  const half = anthropic.stream.subarray(0, anthropic.stream.indexOf('event: content_block_stop'));
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(Buffer.concat([half, Buffer.from('data: <html>\n\n')]));
  };
  const serving = prepare(true);
  expect(await attemptInTurn(serving, [candidate(1n, 'anthropic')])).toBeUndefined();
  expect(serving.sent).toContain('"delta"');
  expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, usage: expect.anything() }]);
});

test('a stream that answers a request for a whole answer cannot be used', async () => {
  upstream.serve = stream(anthropic.stream);
  const fault = await attemptInTurn(prepare(false), [candidate(1n, 'anthropic')]);
  expect(fault).toMatchObject({ code: 'bad_response_body' });
});

test('a messages client that sets no bound is held to the one that was reserved for', async () => {
  upstream.serve = (_request, response) => response.end('{"choices":[{}],"usage":{"prompt_tokens":1}}');
  const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client: 'messages', body });
  await attemptInTurn(serving, [candidate(1n, 'openai-compatible')]);
  expect(upstream.calls[0]?.body).toMatchObject({ max_tokens: serving.request.size.maxOutput });
});

test('a conversation that Anthropic summarized is told to another upstream by its summary', async () => {
  upstream.serve = (_request, response) => response.end('{"choices":[{}],"usage":{"prompt_tokens":1}}');
  const summary = { type: 'compaction', content: 'The door is blue.', encrypted_content: 'x' };
  const messages = [
    { role: 'assistant', content: [summary] },
    { role: 'user', content: 'Which colour?' },
  ];
  const body = { model: 'm', max_tokens: 9, messages };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client: 'messages', body });
  await attemptInTurn(serving, [candidate(1n, 'openai-compatible')]);
  expect(JSON.stringify(upstream.calls[0]?.body)).toContain('The door is blue.');
});

test("the seals of another upstream do not reach one of the client's own dialect", async () => {
  upstream.serve = whole(anthropic.reply);
  const thinking = { type: 'thinking', thinking: 'Hm.', signature: `${sealPrefix}generate-content.abc` };
  const body = {
    model: 'm',
    max_tokens: 100,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [thinking, { type: 'text', text: 'Hello' }] },
      { role: 'user', content: 'And?' },
    ],
  };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client: 'messages', body });
  expect(await attemptInTurn(serving, [candidate(1n, 'anthropic')])).toBeUndefined();
  expect(JSON.stringify(upstream.calls[0]?.body)).not.toContain(sealPrefix);
  expect(upstream.calls[0]?.body).toMatchObject({ messages: [{}, { content: [{ text: 'Hello' }] }, {}] });
});

test('a conversation that moves to Claude keeps what Claude alone knows, but for the thoughts of others', async () => {
  upstream.serve = whole(anthropic.reply);
  const foreign = { type: 'thinking', thinking: 'Hm.', signature: `${sealPrefix}responses.abc` };
  const hidden = { type: 'redacted_thinking', data: `${sealPrefix}of-call.${sealPrefix}generate-content.x` };
  const own = { type: 'thinking', thinking: 'Well.', signature: 'own' };
  const call = { type: 'tool_use', id: 'toolu_1', name: 'ToolSearch', input: {} };
  const found = {
    type: 'tool_result',
    tool_use_id: 'toolu_1',
    content: [{ type: 'tool_reference', tool_name: 'a' }],
  };
  const vendors = {
    cache_control: { type: 'ephemeral' },
    context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] },
    inference_geo: 'us',
    thinking: { type: 'enabled', budget_tokens: 1024 },
    tools: [{ type: 'web_search_20250305', name: 'web_search' }],
  };
  const body = (foreigners: { thoughts: unknown[]; alone: unknown[] }) => ({
    model: 'm',
    max_tokens: 2000,
    ...vendors,
    messages: [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: [...foreigners.thoughts, { type: 'text', text: 'Hello' }] },
      { role: 'user', content: 'Go on' },
      ...foreigners.alone,
      { role: 'user', content: 'And?' },
      { role: 'assistant', content: [own, call] },
      { role: 'user', content: [found] },
    ],
  });
  const came = body({ thoughts: [foreign, hidden], alone: [{ role: 'assistant', content: [foreign] }] });
  const serving = createTestServing({ pools: upstream.pools, stream: false, client: 'messages', body: came });
  expect(await attemptInTurn(serving, [candidate(1n, 'anthropic')])).toBeUndefined();
  const cut = body({ thoughts: [], alone: [] });
  expect(upstream.calls[0]?.body).toEqual({ ...cut, model: expect.anything() });
});

test('a conversation with thoughts that nobody signed loses them for OpenAI, which keeps none by their id', async () => {
  const said = { reasoning_content: 'Hm.', content: 'Hello' };
  upstream.serve = whole({
    choices: [{ message: said, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1 },
  });
  const ask = { role: 'user', content: 'Hi' };
  const begun = createTestServing({
    pools: upstream.pools,
    stream: false,
    client: 'responses',
    body: { model: 'm', input: [ask] },
  });
  await attemptInTurn(begun, [candidate(1n, 'openai-compatible')]);
  const { output } = JSON.parse(begun.sent);
  expect(output).toMatchObject([{ type: 'reasoning', summary: [{ text: 'Hm.' }] }, { type: 'message' }]);
  const body = { model: 'm', input: [ask, ...output, ask] };
  const serving = createTestServing({ pools: upstream.pools, stream: false, client: 'responses', body });
  await attemptInTurn(serving, [candidate(1n, 'openai')]);
  expect(upstream.calls[1]?.body).toMatchObject({
    input: [{ role: 'user' }, { role: 'assistant', content: [{ text: 'Hello' }] }, { role: 'user' }],
  });
});

test('a conversation with thoughts that nobody signed loses them for Claude, which refuses them', async () => {
  const said = { reasoning_content: 'Hm.', content: 'Hello' };
  upstream.serve = whole({
    choices: [{ message: said, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1 },
  });
  const ask = { role: 'user', content: 'Hi' };
  const body = { model: 'm', max_tokens: 100, messages: [ask] };
  const begun = createTestServing({ pools: upstream.pools, stream: false, client: 'messages', body });
  await attemptInTurn(begun, [candidate(1n, 'openai-compatible')]);
  const { content } = JSON.parse(begun.sent);
  expect(content).toMatchObject([{ thinking: 'Hm.' }, { text: 'Hello' }]);
  upstream.serve = whole(anthropic.reply);
  const messages = [ask, { role: 'assistant', content }, ask];
  const serving = createTestServing({
    pools: upstream.pools,
    stream: false,
    client: 'messages',
    body: { ...body, messages },
  });
  await attemptInTurn(serving, [{ ...candidate(1n, 'anthropic'), upstreamModel: 'claude-opus-4-8' }]);
  expect(upstream.calls[1]?.body).toMatchObject({ messages: [{}, { content: [{ type: 'text' }] }, {}] });
});

test.each([
  ['gpt-4o', undefined, 'priority'],
  ['gpt-4o', 'default', undefined],
  ['gpt-4o', 'flex', 'flex'],
  ['grok-4', undefined, undefined],
])(
  'what breaks off is billed at the tier at which it began, or for which it was asked: %s, %s',
  async (name, told, tier) => {
    const delta = { choices: [{ index: 0, delta: { content: 'Hi' } }], service_tier: told };
    upstream.serve = stream(`data: ${JSON.stringify(delta)}\n\n`);
    const body = { model: 'm', input: 'Hi', stream: true, service_tier: 'priority' };
    const serving = createTestServing({ pools: upstream.pools, stream: true, client: 'responses', body });
    const over = { ...candidate(1n, 'openai-compatible'), upstreamModel: name };
    expect(await attemptInTurn(serving, [over])).toBeUndefined();
    expect(upstream.calls[0]?.body).toHaveProperty('model', name);
    expect(upstream.calls[0]?.path).toBe('/1/v1/chat/completions');
    expect(serving.outcomes).toMatchObject([{ ending: Ending.BROKEN, source: UsageSource.ESTIMATED }]);
    expect(serving.outcomes[0]?.askedTier).toBe(tier);
  },
);
