import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const version = { 'anthropic-version': '2023-06-01' };
const user = { role: 'user', content: 'hi' };
const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'r' };
const text = { type: 'text', text: 'and' };
const tools = [{ name: 'f', input_schema: { type: 'object' } }];
const base = { model: 'm', max_tokens: 2000, messages: [user] };
const saying = (...messages: unknown[]) => ({ ...base, messages });
const thinking = { type: 'enabled', budget_tokens: 1024 };

const refusals: [string, unknown, string][] = [
  ['not JSON', '{"model":', 'not valid JSON'],
  ['no model', { ...base, model: undefined }, 'model: Field required'],
  ['no limit', { ...base, max_tokens: undefined }, 'max_tokens: Field required'],
  ['a limit below 0', { ...base, max_tokens: -1 }, 'max_tokens: Input should be greater than or equal to 0'],
  [
    'a hot temperature',
    { ...base, temperature: 1.5 },
    'temperature: Input should be less than or equal to 1',
  ],
  [
    'a member of another dialect',
    { ...base, stream_options: {} },
    'stream_options: Extra inputs are not permitted',
  ],
  ['no messages', { ...base, messages: undefined }, 'messages: Field required'],
  ['empty messages', saying(), 'messages: at least one message is required'],
  ['a wrong role', saying({ role: 'tool', content: 'hi' }), 'messages.0.role: Input should be'],
  [
    'an assistant first',
    saying({ role: 'assistant', content: 'hi' }),
    'first message must use the "user" role',
  ],
  ['a role twice', saying(user, user), 'found multiple "user" roles in a row'],
  [
    'an empty content',
    saying({ role: 'user', content: '' }),
    'messages.0: all messages must have non-empty content',
  ],
  [
    'an empty text block',
    saying({ role: 'user', content: [{ type: 'text', text: '' }] }),
    'messages: text content blocks must be non-empty',
  ],
  [
    'first words of the answer that end with white space',
    saying(user, { role: 'assistant', content: 'Well, ' }),
    'messages: final assistant content cannot end with trailing whitespace',
  ],
  [
    'a block of another dialect',
    saying({ role: 'user', content: [{ type: 'image_url' }] }),
    'messages.0.content.0.type: Input should be',
  ],
  [
    'a result of no call',
    saying({ role: 'user', content: [result] }),
    'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1.',
  ],
  [
    'a call without a result',
    saying(user, { role: 'assistant', content: [call] }, user),
    'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.',
  ],
  [
    'a result after other blocks',
    saying(user, { role: 'assistant', content: [call] }, { role: 'user', content: [text, result] }),
    '`tool_use` ids were found without `tool_result` blocks immediately after',
  ],
  [
    'a call that ends the conversation',
    saying(user, { role: 'assistant', content: [call] }),
    '`tool_use` ids were found without `tool_result` blocks immediately after',
  ],
  [
    'arguments in a string',
    saying(user, { role: 'assistant', content: [{ ...call, input: '{}' }] }),
    'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
  ],
  [
    'a tool without a schema',
    { ...base, tools: [{ name: 'f' }] },
    'tools.0.custom.input_schema: Field required',
  ],
  [
    'a tool with a dot',
    { ...base, tools: [{ ...tools[0], name: 'a.b' }] },
    'tools.0.custom.name: String should match',
  ],
  ['a choice without tools', { ...base, tool_choice: { type: 'any' } }, 'while providing tools'],
  [
    'a small budget',
    { ...base, thinking: { ...thinking, budget_tokens: 1023 } },
    'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
  ],
  [
    'a budget of the limit',
    { ...base, max_tokens: 1024, thinking },
    '`max_tokens` must be greater than `thinking.budget_tokens`',
  ],
  [
    'thinking with a forced call',
    { ...base, thinking, tools, tool_choice: { type: 'any' } },
    'Thinking may not be enabled when tool_choice forces tool use.',
  ],
  ['thinking at a temperature', { ...base, thinking, temperature: 0 }, '`temperature` may only be set to 1'],
  ['a wrong control', saying({ role: 'user', content: '[[chunks=x]]' }), 'messages: The control'],
  ['a control of another dialect', saying({ role: 'user', content: '[[blocked]]' }), '[[blocked]]'],
];

test.each(refusals)('%s is refused in the shape of the vendor', async (_name, body, words) => {
  const { post, entry } = await startSandbox();
  const response = await post('/v1/messages', body, version);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    type: 'error',
    error: { type: 'invalid_request_error', message: expect.stringContaining(words) },
    request_id: response.headers.get('request-id'),
  });
  expect(await entry(1)).toMatchObject({ dialect: 'messages', outcome: 'failed', status: 400 });
});

test('a member of a feature in trial needs its name in the header', async () => {
  const { post } = await startSandbox();
  const body = { ...base, context_management: { edits: [{ type: 'clear_tool_uses_20250919' }] } };
  const without = await post('/v1/messages', body, version);
  expect(await without.json()).toMatchObject({
    error: { message: 'context_management: Extra inputs are not permitted' },
  });
  const betas = 'interleaved-thinking-2025-05-14, context-management-2025-06-27';
  const named = await post('/v1/messages', body, { ...version, 'anthropic-beta': betas });
  expect(named.status).toBe(200);
});

test('results that come first may be followed by text', async () => {
  const { post } = await startSandbox();
  const turns = saying(
    user,
    { role: 'assistant', content: [call] },
    { role: 'user', content: [result, text] },
  );
  const response = await post('/v1/messages', turns, version);
  expect(await response.json()).toMatchObject({ content: [{ text: 'and' }] });
});

test('a version is required, and a key in either header', async () => {
  const { post } = await startSandbox();
  const none = await post('/v1/messages', base);
  expect(await none.json()).toMatchObject({ error: { message: 'anthropic-version: header is required' } });
  const noKey = await post('/v1/messages', base, { ...version, authorization: '' });
  expect(noKey.status).toBe(401);
  expect(await noKey.json()).toMatchObject({ error: { type: 'authentication_error' } });
  const inOwn = await post('/v1/messages', base, { ...version, authorization: '', 'x-api-key': 'k' });
  expect(inOwn.status).toBe(200);
});
