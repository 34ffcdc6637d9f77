import Anthropic, {
  APIError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  OverloadedError,
  RateLimitError,
} from '@anthropic-ai/sdk';
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const weather: Anthropic.Tool = {
  name: 'get_weather',
  input_schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const clock: Anthropic.Tool = { name: 'get_time', input_schema: { type: 'object', properties: {} } };
const thinking = { type: 'enabled' as const, budget_tokens: 1024 };

async function start() {
  const sandbox = await startSandbox();
  const client = new Anthropic({ baseURL: sandbox.url, apiKey: 'sk-ant-test', maxRetries: 0 });
  return { sandbox, client };
}

function ask(text: string) {
  return { model: 'claude', max_tokens: 4096, messages: [{ role: 'user' as const, content: text }] };
}

test('a plain answer says back what was asked', async () => {
  const { client, sandbox } = await start();
  const message = await client.messages.create(ask('Grüße 🌍'));
  expect(message).toMatchObject({
    id: expect.stringMatching(/^msg_01/),
    type: 'message',
    role: 'assistant',
    model: 'claude',
    content: [{ type: 'text', text: 'Grüße 🌍' }],
    stop_reason: 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 3, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 3 },
  });
  expect(message._request_id).toMatch(/^req_011/);
  expect(await sandbox.entry(1)).toMatchObject({ dialect: 'messages', model: 'claude', outcome: 'served' });
});

test('a stream is the same answer', async () => {
  const { client } = await start();
  const request = { ...ask('[[reasoning=20 cached=3]] a text that is longer than a piece 🌍'), thinking };
  const whole = await client.messages.create(request);
  const streamed = await client.messages.stream(request).finalMessage();
  expect(streamed.content).toEqual(whole.content);
  const { input_tokens, cache_read_input_tokens, output_tokens, output_tokens_details } = whole.usage;
  expect(streamed.usage).toMatchObject({
    input_tokens,
    cache_read_input_tokens,
    output_tokens,
    output_tokens_details,
  });
  expect(output_tokens_details).toEqual({ thinking_tokens: 20 });
});

test('events come in the order of the vendor', async () => {
  const { client } = await start();
  const stream = await client.messages.create({ ...ask('[[chunks=2 size=4 reasoning=1]]'), stream: true });
  const events = [];
  for await (const event of stream) events.push(event);
  expect(
    events.map((event) => ('delta' in event && 'type' in event.delta ? event.delta.type : event.type)),
  ).toEqual([
    'message_start',
    'content_block_start',
    'thinking_delta',
    'signature_delta',
    'content_block_stop',
    'content_block_start',
    'text_delta',
    'text_delta',
    'content_block_stop',
    'message_delta',
    'message_stop',
  ]);
  expect(events.flatMap((event) => ('index' in event ? [event.index] : []))).toEqual([
    0, 0, 0, 0, 1, 1, 1, 1,
  ]);
  expect(events[0]).toMatchObject({
    message: { content: [], stop_reason: null, usage: { output_tokens: 1 } },
  });
  expect(events.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } });
});

test('every frame has its event line, and a ping comes early', async () => {
  const { sandbox } = await start();
  const body = { ...ask('hi'), stream: true };
  const response = await sandbox.post('/v1/messages', body, { 'anthropic-version': '2023-06-01' });
  const frames = (await response.text()).split('\n\n').filter((frame) => frame !== '');
  const types = frames.map((frame) => {
    const [, event, json = ''] = /^event: (\S+)\ndata: (.*)$/.exec(frame) ?? [];
    expect(JSON.parse(json).type).toBe(event);
    return event;
  });
  expect(types.slice(0, 3)).toEqual(['message_start', 'ping', 'content_block_start']);
});

test('parallel calls are streamed in fragments, and their results are said back', async () => {
  const { client } = await start();
  const request = {
    ...ask('[[tool get_weather {"city":"São Paulo"}]] [[tool get_time]]'),
    tools: [weather, clock],
  };
  const fragments: string[] = [];
  const message = await client.messages
    .stream(request)
    .on('inputJson', (part) => fragments.push(part))
    .finalMessage();
  expect(message.stop_reason).toBe('tool_use');
  expect(message.content).toMatchObject([
    { type: 'tool_use', name: 'get_weather', input: { city: 'São Paulo' } },
    { type: 'tool_use', name: 'get_time', input: {} },
  ]);
  expect(fragments.length).toBeGreaterThan(2);
  const results = message.content.flatMap((block, index) =>
    block.type === 'tool_use'
      ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: `result ${index}` }]
      : [],
  );
  const next = await client.messages.create({
    ...request,
    messages: [
      ...request.messages,
      { role: 'assistant', content: message.content },
      { role: 'user', content: results },
    ],
  });
  expect(next.content).toMatchObject([{ type: 'text', text: 'result 0\nresult 1' }]);
});

test.each([
  ['any', { type: 'any' as const }, ['get_weather']],
  ['a named tool', { type: 'tool' as const, name: 'get_time' }, ['get_time']],
  ['none', { type: 'none' as const }, []],
])('tool_choice %s is obeyed', async (_name, choice, names) => {
  const { client } = await start();
  const request = { ...ask('hi'), tools: [weather, clock], tool_choice: choice };
  const { content } = await client.messages.create(request);
  expect(content.flatMap((block) => (block.type === 'tool_use' ? [block.name] : []))).toEqual(names);
});

test.each([
  ['a limit', 'one two three', { max_tokens: 2 }, { stop_reason: 'max_tokens', stop_sequence: null }],
  ['no room', 'one two three', { max_tokens: 0 }, { stop_reason: 'max_tokens', content: [] }],
  [
    'a stop word',
    'one two three',
    { stop_sequences: [' two'] },
    { stop_reason: 'stop_sequence', stop_sequence: ' two' },
  ],
  ['a filter', '[[filtered]] hi', {}, { stop_reason: 'refusal', stop_sequence: null }],
])('%s is told as the reason to stop', async (_name, text, others, stop) => {
  const { client } = await start();
  const request = { ...ask(text), ...others };
  expect(await client.messages.create(request)).toMatchObject(stop);
  expect(await client.messages.stream(request).finalMessage()).toMatchObject(stop);
});

test('cached tokens are not among the input tokens', async () => {
  const { client, sandbox } = await start();
  const { usage } = await client.messages.create(ask('[[cached=4]] a text of some length'));
  expect(usage).toMatchObject({ input_tokens: 5, cache_read_input_tokens: 4 });
  expect((await sandbox.entry(1)).usage).toMatchObject({ inputTokens: 9, cachedTokens: 4 });
});

test('a schema gives JSON that fits', async () => {
  const { client } = await start();
  const schema = { type: 'object', properties: { age: { type: 'integer' } }, additionalProperties: false };
  const { content } = await client.messages.create({
    ...ask('hi'),
    output_config: { format: { type: 'json_schema', schema } },
  });
  expect(content).toMatchObject([{ text: '{"age":1}' }]);
});

test('tokens are counted without an answer', async () => {
  const { client, sandbox } = await start();
  const { messages, model } = ask('twelve bytes');
  expect(await client.messages.countTokens({ model, messages, system: 'four' })).toEqual({ input_tokens: 4 });
  expect(await sandbox.log()).toEqual([]);
});

test('refusals reach the SDK as their classes', async () => {
  const { client, sandbox } = await start();
  const bad = new Anthropic({ baseURL: sandbox.url, apiKey: 'bad-key', maxRetries: 0 });
  await expect(bad.messages.create(ask('hi'))).rejects.toThrow(AuthenticationError);
  await expect(client.messages.create({ ...ask('hi'), model: 'unknown-1' })).rejects.toThrow(NotFoundError);
  await expect(client.messages.create({ ...ask('hi'), max_tokens: -1 })).rejects.toThrow(BadRequestError);
  await expect(client.messages.create({ ...ask('hi'), model: 'fault-status-429' })).rejects.toThrow(
    RateLimitError,
  );
  const error = await client.messages
    .create({ ...ask('hi'), model: 'fault-status-529' })
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(OverloadedError);
  expect(error).toMatchObject({ type: 'overloaded_error', requestID: expect.stringMatching(/^req_011/) });
});

test('an error in a stream is thrown by the SDK with its type', async () => {
  const { client } = await start();
  const stream = client.messages.stream({
    ...ask('hello there, how are you'),
    model: 'fault-error-in-stream',
  });
  const error = await stream.finalMessage().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ type: 'overloaded_error' });
});
