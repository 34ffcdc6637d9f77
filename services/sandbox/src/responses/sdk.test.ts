import OpenAI, {
  APIError,
  AuthenticationError,
  BadRequestError,
  InternalServerError,
  NotFoundError,
  RateLimitError,
} from 'openai';
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const model = 'gpt-5';
const weather: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'get_weather',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  strict: null,
};
const clock: OpenAI.Responses.FunctionTool = {
  type: 'function',
  name: 'get_time',
  parameters: { type: 'object', properties: {} },
  strict: null,
};
const reasoning = { effort: 'low' as const, summary: 'auto' as const };

test('a plain answer says back what was asked', async () => {
  const { client, entry } = await startSandbox();
  const response = await client.responses.create({ model, input: 'Grüße 🌍', metadata: { a: 'b' } });
  expect(response).toMatchObject({
    id: expect.stringMatching(/^resp_/),
    object: 'response',
    status: 'completed',
    model,
    metadata: { a: 'b' },
    output: [{ type: 'message', role: 'assistant', status: 'completed' }],
    usage: { input_tokens: 3, output_tokens: 3, total_tokens: 6, input_tokens_details: { cached_tokens: 0 } },
  });
  expect(response.output_text).toBe('Grüße 🌍');
  expect(await entry(1)).toMatchObject({ dialect: 'responses', model, outcome: 'served' });
});

test('a stream is the same answer', async () => {
  const { client } = await startSandbox();
  const request = {
    model,
    reasoning,
    input: '[[reasoning=20 cached=3]] a text that is longer than a piece 🌍',
  };
  const whole = await client.responses.create(request);
  const streamed = await client.responses.stream(request).finalResponse();
  const withoutIds = (output: object[]) => output.map((item) => ({ ...item, id: 'any' }));
  expect(withoutIds(streamed.output)).toMatchObject(withoutIds(whole.output));
  expect(streamed.usage).toEqual(whole.usage);
  expect(whole.usage).toMatchObject({
    input_tokens_details: { cached_tokens: 3 },
    output_tokens_details: { reasoning_tokens: 20 },
  });
});

test('events come in the order of the vendor, numbered without a gap', async () => {
  const { client } = await startSandbox();
  const input = '[[chunks=2 size=4 reasoning=1]]';
  const stream = await client.responses.create({ model, reasoning, input, stream: true });
  const events = [];
  for await (const event of stream) events.push(event);
  expect(events.map(({ type }) => type.replace('response.', ''))).toEqual([
    'created',
    'in_progress',
    'output_item.added',
    'reasoning_summary_part.added',
    'reasoning_summary_text.delta',
    'reasoning_summary_text.done',
    'reasoning_summary_part.done',
    'output_item.done',
    'output_item.added',
    'content_part.added',
    'output_text.delta',
    'output_text.delta',
    'output_text.done',
    'content_part.done',
    'output_item.done',
    'completed',
  ]);
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_event, index) => index));
  const last = events.at(-1);
  const output = last?.type === 'response.completed' ? last.response.output : [];
  const done = events.flatMap((event) => (event.type === 'response.output_item.done' ? [event.item] : []));
  expect(output).toEqual(done);
});

test('parallel calls are streamed in fragments, and their results are said back', async () => {
  const { client } = await startSandbox();
  const tools = [weather, clock];
  const input = '[[tool get_weather {"city":"São Paulo"}]] [[tool get_time]]';
  const fragments: string[] = [];
  const response = await client.responses
    .stream({ model, tools, input })
    .on('response.function_call_arguments.delta', ({ delta }) => fragments.push(delta))
    .finalResponse();
  expect(response.output).toMatchObject([
    { type: 'function_call', name: 'get_weather', arguments: '{"city":"São Paulo"}', status: 'completed' },
    { type: 'function_call', name: 'get_time', arguments: '{}' },
  ]);
  expect(fragments.length).toBeGreaterThan(2);
  const outputs = response.output.flatMap((item, index) =>
    item.type === 'function_call'
      ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: `result ${index}` }]
      : [],
  );
  const next = await client.responses.create({
    model,
    tools,
    input: outputs,
    previous_response_id: response.id,
  });
  expect(next.output_text).toBe('result 0\nresult 1');
  expect(next.previous_response_id).toBe(response.id);
});

test.each([
  ['required', 'required' as const, ['get_weather']],
  ['a named tool', { type: 'function' as const, name: 'get_time' }, ['get_time']],
  ['none', 'none' as const, []],
])('tool_choice %s is obeyed', async (_name, choice, names) => {
  const { client } = await startSandbox();
  const { output } = await client.responses.create({
    model,
    input: 'hi',
    tools: [weather, clock],
    tool_choice: choice,
  });
  expect(output.flatMap((item) => (item.type === 'function_call' ? [item.name] : []))).toEqual(names);
});

test.each([
  ['a limit', `${'x'.repeat(64)} more`, { max_output_tokens: 16 }, { reason: 'max_output_tokens' }],
  ['a filter', '[[filtered]] hi', {}, { reason: 'content_filter' }],
])('%s leaves a response incomplete', async (_name, input, others, incomplete_details) => {
  const { client } = await startSandbox();
  const expected = { status: 'incomplete', incomplete_details, output: [{ status: 'incomplete' }] };
  expect(await client.responses.create({ model, input, ...others })).toMatchObject(expected);
  const stream = await client.responses.create({ model, input, ...others, stream: true });
  const events = [];
  for await (const event of stream) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'response.incomplete', response: expected });
});

test('a response can be cancelled after it began, and says what it used', async () => {
  const { client, entry } = await startSandbox();
  const input = '[[cancelled]] twelve bytes';
  const cancelled = { status: 'cancelled', error: null, usage: { output_tokens: 3 } };
  expect(await client.responses.create({ model, input })).toMatchObject(cancelled);
  const stream = await client.responses.create({ model, input, stream: true });
  const events = [];
  for await (const event of stream) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'response.cancelled', response: cancelled });
  expect(await entry(2)).toMatchObject({ outcome: 'served', usage: { outputTokens: 3 } });
});

test('a response can fail after it began, and says what it used', async () => {
  const { client, entry } = await startSandbox();
  const input = '[[failed]] twelve bytes';
  const failed = { status: 'failed', error: { code: 'server_error' }, usage: { output_tokens: 3 } };
  expect(await client.responses.create({ model, input })).toMatchObject(failed);
  const stream = await client.responses.create({ model, input, stream: true });
  const events = [];
  for await (const event of stream) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: 'response.failed', response: failed });
  expect(await entry(2)).toMatchObject({ outcome: 'served', usage: { outputTokens: 3 } });
});

test('reasoning without a summary is an empty item that counts', async () => {
  const { client } = await startSandbox();
  const response = await client.responses.create({ model, input: '[[reasoning=20]] four' });
  expect(response.output).toMatchObject([{ type: 'reasoning', summary: [] }, { type: 'message' }]);
  expect(response.usage?.output_tokens).toBe(21);
  const streamed = await client.responses.stream({ model, input: '[[reasoning=20]] four' }).finalResponse();
  expect(streamed.usage).toEqual(response.usage);
});

test('a schema gives JSON that fits', async () => {
  const { client } = await startSandbox();
  const schema = { type: 'object', properties: { age: { type: 'integer' } } };
  const format = { type: 'json_schema' as const, name: 'person', schema };
  const response = await client.responses.create({ model, input: 'hi', text: { format } });
  expect(response.output_text).toBe('{"age":1}');
});

test('refusals reach the SDK as their classes', async () => {
  const { client, url } = await startSandbox();
  const bad = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'bad-key', maxRetries: 0 });
  await expect(bad.responses.create({ model, input: 'hi' })).rejects.toThrow(AuthenticationError);
  await expect(client.responses.create({ model: 'unknown-1', input: 'hi' })).rejects.toThrow(NotFoundError);
  await expect(client.responses.create({ model, input: 'hi', temperature: 3 })).rejects.toThrow(
    BadRequestError,
  );
  await expect(client.responses.create({ model: 'fault-status-429', input: 'hi' })).rejects.toThrow(
    RateLimitError,
  );
  await expect(client.responses.create({ model: 'fault-status-500', input: 'hi' })).rejects.toThrow(
    InternalServerError,
  );
});

test('an error in a stream is thrown by the SDK, and has the next number', async () => {
  const { client, post } = await startSandbox();
  const request = {
    model: 'fault-error-in-stream',
    input: 'hello there, how are you',
    stream: true as const,
  };
  const events: OpenAI.Responses.ResponseStreamEvent[] = [];
  const reading = async () => {
    for await (const event of await client.responses.create(request)) events.push(event);
  };
  const error = await reading().catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(APIError);
  expect(error).toMatchObject({ code: 'server_error' });
  const text = await (await post('/v1/responses', request)).text();
  expect(text).toMatch(/event: error\ndata: .*\n\n$/);
  expect(text).toContain(`{"type":"error","sequence_number":${events.length},`);
});
