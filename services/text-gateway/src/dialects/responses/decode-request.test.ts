import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { decodeRequest } from './decode-request.ts';

const base = { model: 'm', input: 'Hi' };

function refusal(body: unknown): unknown {
  try {
    decodeRequest(body);
  } catch (error) {
    return faultOf(error);
  }
  return undefined;
}

const said = (part: unknown) => ({ ...base, input: [{ role: 'user', content: [part] }] });

test.each([
  ['', 'hello'],
  ['model', { input: 'Hi' }],
  ['input', { ...base, input: 7 }],
  ['input[0]', { ...base, input: ['Hi'] }],
  ['input[0].role', { ...base, input: [{ role: 'tool', content: 'x' }] }],
  ['input[0].content', { ...base, input: [{ role: 'user' }] }],
  ['input[0].content[0].type', said({ text: 'x' })],
  ['input[0].content[0].text', said({ type: 'input_text' })],
  ['input[0].content[0].image_url', said({ type: 'input_image', image_url: { url: 'https://a.example/b' } })],
  ['input[0].content[0].image_url', said({ type: 'input_image' })],
  ['input[0].content[0].file_data', said({ type: 'input_file', filename: 'a.pdf' })],
  ['input[0].content[0]', said({ type: 'refusal', refusal: 'no' })],
  [
    'input[0].content[0]',
    {
      ...base,
      input: [{ role: 'assistant', content: [{ type: 'input_image', image_url: 'https://a.example/b' }] }],
    },
  ],
  ['input[0].call_id', { ...base, input: [{ type: 'function_call', name: 'f', arguments: '{}' }] }],
  ['input[0].output', { ...base, input: [{ type: 'function_call_output', call_id: 'c' }] }],
  ['tools', { ...base, tools: {} }],
  ['tools[0].name', { ...base, tools: [{ type: 'function', function: { name: 'f' } }] }],
  ['tool_choice', { ...base, tool_choice: 'any' }],
  ['text.format.type', { ...base, text: { format: { type: 'xml' } } }],
  ['text.format.schema', { ...base, text: { format: { type: 'json_schema', name: 'a', json_schema: {} } } }],
  ['reasoning.effort', { ...base, reasoning: { effort: 'enormous' } }],
  ['max_output_tokens', { ...base, max_output_tokens: 1.5 }],
  ['stream', { ...base, stream: 'yes' }],
])('a bad %s is a 400 that names it: %j', (param, body) => {
  expect(refusal(body)).toMatchObject({ status: 400, code: 'invalid_request', param });
});

test.each([
  { type: 'input_text', text: 'x' },
  { type: 'input_image', image_url: 'https://a.example/b' },
  { type: 'input_file', filename: 'a.pdf', file_data: 'JVBERi0x' },
])('a part is marked for the cache: %j', (part) => {
  const blockOf = (one: object): unknown => decodeRequest(said(one)).turns[0]?.blocks[0];
  expect(blockOf({ ...part, prompt_cache_breakpoint: { mode: 'explicit' } })).toMatchObject({
    cache: { ttl: '1h' },
  });
  for (const none of [{}, { prompt_cache_breakpoint: null }])
    expect(blockOf({ ...part, ...none })).not.toHaveProperty('cache');
});

describe('what only an upstream of the same protocol serves is refused', () => {
  test.each([
    ['previous_response_id', { ...base, previous_response_id: 'resp_1' }],
    ['conversation', { ...base, conversation: 'conv_1' }],
    ['prompt', { ...base, prompt: { id: 'pmpt_1' } }],
    ['background', { ...base, background: true }],
    ['tools[0].type', { ...base, tools: [{ type: 'web_search' }] }],
    ['tool_choice.type', { ...base, tool_choice: { type: 'mcp', server_label: 'a' } }],
    [
      'tool_choice.tools[0].type',
      {
        ...base,
        tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'image_generation' }] },
      },
    ],
    ['input[0].type', { ...base, input: [{ type: 'item_reference', id: 'msg_1' }] }],
    ['input[0].type', { ...base, input: [{ type: 'compaction', encrypted_content: 'x' }] }],
    ['input[0].content[0].type', said({ type: 'input_video', video_url: 'https://a.example/b' })],
    ['input[0].type', { ...base, input: [{ type: 'constructor' }] }],
  ])('%s', (param, body) => {
    expect(refusal(body)).toMatchObject({
      status: 400,
      param,
      message: expect.stringContaining('is only served by an upstream of the same protocol'),
    });
  });
});

test('who refers to an item is told how to send it', () => {
  expect(refusal({ ...base, input: [{ type: 'item_reference', id: 'msg_1' }] })).toMatchObject({
    message: expect.stringContaining('send the item itself, as with `store` set to false'),
  });
});

test('who has a conversation compacted is told how it is summarized instead', () => {
  expect(refusal({ ...base, input: [{ type: 'compaction_trigger' }] })).toMatchObject({
    param: 'input[0].type',
    message: expect.stringContaining('whose `name` in config.toml is not "OpenAI"'),
  });
});

test.each([true, false])('stream_options.include_usage of %s is refused', (value) => {
  expect(refusal({ ...base, stream: true, stream_options: { include_usage: value } })).toMatchObject({
    status: 400,
    param: 'stream_options.include_usage',
  });
});

test('what asks for nothing beyond a conversion leaves no trace, the rest is kept under its name', () => {
  const nothing = {
    ...{ store: false, truncation: 'disabled', background: false, service_tier: null },
    ...{ include: ['reasoning.encrypted_content'], stream_options: { include_obfuscation: true } },
  };
  expect(decodeRequest({ ...base, ...nothing }).extras).toEqual({});
  const something = {
    ...{ store: true, truncation: 'auto', metadata: { a: 'b' }, top_logprobs: 2, include: ['x.y'] },
    ...{ stream_options: { include_obfuscation: false } },
  };
  expect(decodeRequest({ ...base, ...something }).extras).toEqual(something);
});

test.each([
  [{ user: 'ann' }, 'ann'],
  [{ safety_identifier: 'a1b2' }, 'a1b2'],
  [{ safety_identifier: 'a1b2', user: 'ann' }, 'a1b2'],
])('who is asked for has the name that clients use today, or the older one: %j', (names, endUser) => {
  expect(decodeRequest({ ...base, ...names })).toMatchObject({ endUser, extras: {} });
});

test('the most effort that there is a word for is the most of the canon', () => {
  expect(decodeRequest({ ...base, reasoning: { effort: 'max' } }).reasoning).toEqual({ effort: 'max' });
});

test('built-in calls of the history stay for their own dialect', () => {
  const search = { id: 'ws_1', type: 'web_search_call', status: 'completed' };
  const { turns } = decodeRequest({ ...base, input: [search, { role: 'assistant', content: 'Found.' }] });
  expect(turns).toEqual([
    {
      from: 'assistant',
      blocks: [
        { kind: 'opaque', dialect: 'responses', json: search },
        { kind: 'text', text: 'Found.' },
      ],
    },
  ]);
});

test('seals of other places come back to where they belong', () => {
  const sealed = (slot: string) => ({ type: 'reasoning', summary: [], encrypted_content: slot });
  const { turns } = decodeRequest({
    ...base,
    input: [
      sealed('headgate.seal.of-hidden.headgate.seal.messages.abc=='),
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      sealed('headgate.seal.of-previous.headgate.seal.generate-content.s1'),
      { role: 'assistant', content: 'Hi' },
      sealed('headgate.seal.of-previous.headgate.seal.generate-content.s2'),
    ],
  });
  expect(turns[0]?.blocks).toEqual([
    { kind: 'reasoning', text: '', isRedacted: true, seal: { dialect: 'messages', value: 'abc==' } },
    {
      ...{ kind: 'tool-call', id: 'c', name: 'f', argsText: '{}' },
      seal: { dialect: 'generate-content', value: 's1' },
    },
    { kind: 'text', text: 'Hi', seal: { dialect: 'generate-content', value: 's2' } },
  ]);
});

test('a file is read from bytes, with the head of a data URL or without, from an address or as stored', () => {
  const source = (part: object) => decodeRequest(said({ type: 'input_file', ...part })).turns[0]?.blocks;
  const pdf = { kind: 'bytes', mediaType: 'application/pdf', base64: 'JVBE' };
  expect(source({ file_data: 'JVBE', filename: 'a.pdf' })).toEqual([
    { kind: 'file', source: pdf, name: 'a.pdf' },
  ]);
  expect(source({ file_url: 'https://a.example/b.pdf' })).toEqual([
    { kind: 'file', source: { kind: 'url', url: 'https://a.example/b.pdf' } },
  ]);
  expect(source({ file_id: 'file-1' })).toEqual([
    { kind: 'file', source: { kind: 'stored', dialect: 'responses', id: 'file-1' } },
  ]);
});
