import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const base = { model: 'gpt-5', input: 'hi' };
const user = { role: 'user', content: 'hi' };
const call = { type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'call_1', output: 'r' };
const saying = (...input: unknown[]) => ({ model: 'gpt-5', input });
const part = (role: string, type: string) => saying({ role, content: [{ type, text: 'hi' }] });
const tool = { type: 'function', function: { name: 'f' } };

const refusals: [string, unknown, { param: string | null; code: string | null }, string][] = [
  ['not JSON', '{"model":', { param: null, code: null }, 'could not parse'],
  ['no model', { input: 'hi' }, { param: 'model', code: 'missing_required_parameter' }, "'model'"],
  ['no input', { model: 'm' }, { param: 'input', code: 'missing_required_parameter' }, "'input'"],
  [
    'a member of another dialect',
    { ...base, messages: [] },
    { param: 'messages', code: 'unknown_parameter' },
    'Unknown',
  ],
  [
    'usage asked for',
    { ...base, stream: true, stream_options: { include_usage: true } },
    { param: 'stream_options.include_usage', code: 'unknown_parameter' },
    "Unknown parameter: 'stream_options.include_usage'.",
  ],
  [
    'stream_options alone',
    { ...base, stream_options: {} },
    { param: 'stream_options', code: null },
    'only allowed',
  ],
  [
    'a wrong item',
    saying({ type: 'tool' }),
    { param: 'input[0].type', code: 'invalid_value' },
    'Supported values',
  ],
  [
    'a wrong role',
    saying({ role: 'tool', content: '' }),
    { param: 'input[0].role', code: 'invalid_value' },
    'tool',
  ],
  [
    'a part of another dialect',
    part('user', 'text'),
    { param: 'input[0].content[0].type', code: 'invalid_value' },
    "Invalid value: 'text'. Supported values are: 'input_text'",
  ],
  [
    'input in the mouth of the assistant',
    part('assistant', 'input_text'),
    { param: 'input[0].content[0].type', code: 'invalid_value' },
    "Supported values are: 'output_text', 'refusal'.",
  ],
  [
    'an image URL of another dialect',
    saying({ role: 'user', content: [{ type: 'input_image', image_url: { url: 'x' } }] }),
    { param: 'input[0].content[0].image_url', code: 'invalid_type' },
    'image_url',
  ],
  [
    'an id of another kind',
    saying(user, { ...call, id: 'call_1' }, output),
    { param: 'input[1].id', code: 'invalid_value' },
    "Expected an ID that begins with 'fc'.",
  ],
  ['a call without an output', saying(user, call), { param: 'input', code: null }, 'No tool output found'],
  ['an output of no call', saying(user, output), { param: 'input', code: null }, 'No tool call found'],
  [
    'a tool of another dialect',
    { ...base, tools: [tool] },
    { param: 'tools[0].name', code: 'missing_required_parameter' },
    'name',
  ],
  [
    'a choice of no tool',
    { ...base, tool_choice: 'required' },
    { param: 'tool_choice', code: null },
    'tools',
  ],
  [
    'a small limit',
    { ...base, max_output_tokens: 15 },
    { param: 'max_output_tokens', code: 'integer_below_min_value' },
    '>= 16',
  ],
  ['a wrong control', { ...base, input: '[[chunks=x]]' }, { param: 'input', code: null }, 'The control'],
  [
    'a control of another dialect',
    { ...base, input: '[[blocked]]' },
    { param: 'input', code: null },
    '[[blocked]]',
  ],
  [
    'a huge answer',
    { ...base, input: '[[total=65MB]]', stream: true },
    { param: 'input', code: null },
    'large',
  ],
];

test.each(refusals)('%s is refused in the shape of the vendor', async (_name, body, expected, words) => {
  const { post, entry } = await startSandbox();
  const response = await post('/v1/responses', body);
  expect(response.status).toBe(400);
  const error = { message: expect.stringContaining(words), type: 'invalid_request_error', ...expected };
  expect(await response.json()).toEqual({ error });
  expect(await entry(1)).toMatchObject({ dialect: 'responses', outcome: 'failed', status: 400 });
});

test('reasoning needs what it led to', async () => {
  const { client, post } = await startSandbox();
  const { output: said } = await client.responses.create({ model: 'sandbox-reason', input: 'hi' });
  const response = await post('/v1/responses', saying(said[0], user));
  expect(await response.json()).toMatchObject({
    error: { message: expect.stringContaining('without its required following item') },
  });
});
