import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import { expect, test } from 'vitest';
import { ask, startSandbox } from '../testing/start-sandbox.ts';

test('keys are checked as the vendor checks them', async () => {
  const { url, post } = await startSandbox();
  const bad = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'bad-key', maxRetries: 0 });
  const error = await bad.chat.completions.create(ask('hi')).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(AuthenticationError);
  expect(error).toMatchObject({ status: 401, code: 'invalid_api_key', type: 'invalid_request_error' });
  await expect(bad.models.list()).rejects.toThrow(AuthenticationError);
  const none = await post('/v1/chat/completions', ask('hi'), { authorization: '' });
  expect(none.status).toBe(401);
  expect(await none.json()).toMatchObject({ error: { code: null, type: 'invalid_request_error' } });
});

test('an unknown model is 404, a fault that does not exist too', async () => {
  const { client } = await startSandbox();
  for (const model of ['unknown-1', 'fault-nonsense']) {
    const error = await client.chat.completions
      .create({ ...ask('hi'), model })
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ code: 'model_not_found', type: 'invalid_request_error' });
  }
});

const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const user = { role: 'user', content: 'hi' };
const refusals: [string, unknown, { param: string | null; code: string | null }][] = [
  ['not JSON', '{"model":', { param: null, code: null }],
  ['no model', { messages: [user] }, { param: null, code: null }],
  ['no messages', { model: 'm' }, { param: 'messages', code: 'missing_required_parameter' }],
  ['empty messages', { model: 'm', messages: [] }, { param: 'messages', code: 'empty_array' }],
  ['messages of a wrong type', { model: 'm', messages: 'hi' }, { param: 'messages', code: 'invalid_type' }],
  [
    'a wrong role',
    { model: 'm', messages: [{ role: 'robot', content: 'hi' }] },
    { param: 'messages[0].role', code: 'invalid_value' },
  ],
  [
    'a wrong part',
    { model: 'm', messages: [{ role: 'user', content: [{ type: 'image' }] }] },
    { param: 'messages[0].content[0].type', code: 'invalid_value' },
  ],
  [
    'null content',
    { model: 'm', messages: [{ role: 'user', content: null }] },
    { param: 'messages[0].content', code: null },
  ],
  [
    'stream_options alone',
    ask('hi', { stream_options: { include_usage: true } }),
    { param: 'stream_options', code: null },
  ],
  ['n of 0', ask('hi', { n: 0 }), { param: 'n', code: 'integer_below_min_value' }],
  [
    'a hot temperature',
    ask('hi', { temperature: 3 }),
    { param: 'temperature', code: 'decimal_above_max_value' },
  ],
  ['a limit in words', ask('hi', { max_tokens: '5' }), { param: 'max_tokens', code: 'invalid_type' }],
  [
    'both limits',
    ask('hi', { max_tokens: 5, max_completion_tokens: 5 }),
    { param: 'max_tokens', code: 'invalid_parameter_combination' },
  ],
  [
    'a wrong format',
    ask('hi', { response_format: { type: 'xml' } }),
    { param: 'response_format.type', code: 'invalid_value' },
  ],
  ['tool_choice alone', ask('hi', { tool_choice: 'auto' }), { param: 'tool_choice', code: null }],
  [
    'an answer to no call',
    { model: 'm', messages: [user, { role: 'tool', tool_call_id: 'x', content: 'r' }] },
    { param: 'messages.[1].role', code: null },
  ],
  [
    'a call without an answer',
    { model: 'm', messages: [user, { role: 'assistant', content: null, tool_calls: [call] }, user] },
    { param: 'messages.[2].role', code: null },
  ],
  ['a wrong control', ask('[[chunks=x]]'), { param: 'messages', code: null }],
  [
    'a tool that is not offered',
    ask('[[tool f {}]]', { tools: [{ type: 'function', function: { name: 'g' } }] }),
    { param: 'tools', code: null },
  ],
  ['a huge answer without a stream', ask('[[total=65MB]]'), { param: 'stream', code: null }],
];

test.each(refusals)('%s is refused in the shape of the vendor', async (_name, body, expected) => {
  const { post, entry } = await startSandbox();
  const response = await post('/v1/chat/completions', body);
  expect(response.status).toBe(400);
  const error = { message: expect.any(String), type: 'invalid_request_error', ...expected };
  expect(await response.json()).toEqual({ error });
  const zeros = { inputTokens: 0, cachedTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  expect(await entry(1)).toMatchObject({ outcome: 'failed', status: 400, usage: zeros });
});

test('the SDK sees a refusal as a bad request', async () => {
  const { client } = await startSandbox();
  await expect(client.chat.completions.create(ask('hi', { n: 0 }))).rejects.toThrow(BadRequestError);
});

test('an unknown path is the 404 of the vendor', async () => {
  const { post } = await startSandbox();
  const response = await post('/v1/nothing?x=1', {});
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { message: 'Invalid URL (POST /v1/nothing)' } });
});
