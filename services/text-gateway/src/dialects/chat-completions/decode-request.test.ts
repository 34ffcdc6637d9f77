import { faultOf } from '@headgate/runtime/rpc/fault-details';
import { describe, expect, test } from 'vitest';
import { codec } from './codec.ts';

const route = { model: 'm', stream: false };
const hello = { role: 'user', content: 'Hi' };

function decode(body: object) {
  return codec.decodeRequest({ model: 'm', messages: [hello], ...body }, route);
}

function turnsOf(...messages: object[]) {
  return decode({ messages }).turns;
}

function refusal(body: unknown): unknown {
  try {
    codec.decodeRequest(body, route);
  } catch (error) {
    return faultOf(error);
  }
  return undefined;
}

describe('a 400 names the member', () => {
  const user = (part: object) => ({ messages: [hello, { role: 'user', content: [part] }] });
  const assistant = (message: object) => ({ messages: [{ role: 'assistant', ...message }] });

  test.each([
    ['model', { model: 5 }],
    ['messages', { messages: 'Hi' }],
    ['messages', { messages: [] }],
    ['messages[0]', { messages: ['Hi'] }],
    ['messages[0].role', { messages: [{ role: 'narrator', content: 'Hi' }] }],
    ['messages[0].content', { messages: [{ role: 'user', content: null }] }],
    ['messages[0].content[0].type', { messages: [{ role: 'system', content: [{ type: 'image_url' }] }] }],
    ['messages[1].content[0].type', user({ type: 'video_url', video_url: {} })],
    ['messages[1].content[0].type', user({ type: '__proto__' })],
    ['messages[1].content[0].type', user({ type: 'toString' })],
    ['messages[1].content[0].text', user({ type: 'text' })],
    ['messages[1].content[0].image_url', user({ type: 'image_url' })],
    ['messages[1].content[0].image_url.url', user({ type: 'image_url', image_url: {} })],
    ['messages[1].content[0].file.file_data', user({ type: 'file', file: { filename: 'a.pdf' } })],
    ['messages[1].content[0].input_audio.format', user({ type: 'input_audio', input_audio: { data: 'A' } })],
    [
      'messages[0].tool_calls[0].id',
      assistant({ tool_calls: [{ type: 'function', function: { name: 'f' } }] }),
    ],
    ['messages[0].tool_calls[0].type', assistant({ tool_calls: [{ id: 'a', type: 'other', custom: {} }] })],
    ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: 'x' }] }],
    ['messages[0].name', { messages: [{ role: 'function', name: 'f', content: 'x' }] }],
    ['tools[0].type', { tools: [{ type: 'other', custom: { name: 'f' } }] }],
    ['tools[0].function.name', { tools: [{ type: 'function', function: {} }] }],
    ['tool_choice', { tool_choice: 'any' }],
    ['tool_choice', { tool_choice: 'constructor' }],
    ['tool_choice.type', { tool_choice: { type: 'other_tools', other_tools: {} } }],
    ['tool_choice.allowed_tools.mode', { tool_choice: { type: 'allowed_tools', allowed_tools: {} } }],
    ['response_format.type', { response_format: { type: 'grammar' } }],
    ['response_format.json_schema.name', { response_format: { type: 'json_schema', json_schema: {} } }],
    ['stop[1]', { stop: ['a', 1] }],
    ['temperature', { temperature: '1' }],
    ['max_tokens', { max_tokens: 1.5 }],
    ['reasoning_effort', { reasoning_effort: 'enormous' }],
    ['reasoning.effort', { reasoning: { effort: 'enormous' } }],
    ['thinking.type', { thinking: { type: 'deep' } }],
    ['stream', { stream: 'yes' }],
    ['stream_options', { stream_options: { include_usage: true } }],
    ['stream_options.include_usage', { stream: true, stream_options: { include_usage: 1 } }],
    ['n', { n: 2 }],
    ['web_search_options', { web_search_options: {} }],
  ])('%s', (param, body) => {
    expect(refusal({ model: 'm', messages: [hello], ...body })).toMatchObject({
      ...{ status: 400, code: 'invalid_request', param },
      message: expect.stringContaining(param),
    });
  });

  test('or the body itself', () => {
    expect(refusal([])).toMatchObject({ status: 400, param: '' });
  });
});

test('null is the same as absent', () => {
  const names = [
    'tools',
    'tool_choice',
    'stop',
    'temperature',
    'stream',
    'stream_options',
    'n',
    'seed',
    'user',
  ];
  const nulls = Object.fromEntries([...names, 'response_format', 'logprobs'].map((name) => [name, null]));
  expect(decode(nulls)).toEqual(decode({}));
});

test('functions and their calls are tools, and each result finds its call', () => {
  const call = (name: string) => ({
    role: 'assistant',
    content: null,
    function_call: { name, arguments: '{}' },
  });
  const result = (name: string, content: string) => ({ role: 'function', name, content });
  const request = decode({
    messages: [call('f'), result('f', '1'), call('f'), call('g'), result('g', '2'), result('f', '3')],
    functions: [{ name: 'f', parameters: { type: 'object' } }],
    function_call: { name: 'f' },
  });
  expect(request.tools).toEqual([{ name: 'f', schema: { type: 'object' } }]);
  expect(request.toolChoice).toEqual({ kind: 'tool', name: 'f' });
  expect(request).toMatchObject({ legacyCalls: true, parallelToolCalls: false });
  const results = request.turns.flatMap(({ blocks }) =>
    blocks.filter((block) => block.kind === 'tool-result'),
  );
  expect(results.map(({ callId }) => callId)).toEqual(['call_legacy_0', 'call_legacy_2', 'call_legacy_1']);
});

test('who knows tools as well hears of calls as tools', () => {
  const tools = [{ type: 'function', function: { name: 'g' } }];
  const request = decode({ functions: [{ name: 'f' }], tools });
  expect(request).not.toHaveProperty('legacyCalls');
  expect(request.parallelToolCalls).toBeUndefined();
});

describe('history', () => {
  test('keeps reasoning under either name, refusals in either place, and drops empty texts', () => {
    const said = { reasoning: 'Hm.', content: [{ type: 'refusal', refusal: 'No.' }], refusal: 'Never.' };
    expect(turnsOf({ role: 'assistant', ...said }, { role: 'user', content: '' })).toEqual([
      {
        from: 'assistant',
        blocks: [
          { kind: 'reasoning', text: 'Hm.' },
          { kind: 'refusal', text: 'No.' },
          { kind: 'refusal', text: 'Never.' },
        ],
      },
    ]);
  });

  test('keeps what other protocols do not know as opaque', () => {
    expect(turnsOf({ role: 'assistant', audio: { id: 'audio_1' } })).toEqual([
      {
        from: 'assistant',
        blocks: [{ kind: 'opaque', dialect: 'chat-completions', json: { audio: { id: 'audio_1' } } }],
      },
    ]);
  });

  test('opens the seal of another dialect that a client carried on a call', () => {
    const extra = { google: { thought_signature: 'headgate.seal.messages.EqQB+/=' } };
    const call = { id: 'a', function: { name: 'f', arguments: '{}' }, extra_content: extra };
    expect(turnsOf({ role: 'assistant', tool_calls: [call] })[0]?.blocks[0]).toMatchObject({
      seal: { dialect: 'messages', value: 'EqQB+/=' },
    });
  });

  test('holds images that a tool found', () => {
    const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBO' } };
    expect(turnsOf({ role: 'tool', tool_call_id: 'a', content: [image] })[0]?.blocks).toEqual([
      {
        kind: 'tool-result',
        callId: 'a',
        blocks: [{ kind: 'image', source: { kind: 'bytes', mediaType: 'image/png', base64: 'iVBO' } }],
      },
    ]);
  });
});

describe('a part', () => {
  const blockOf = (part: object) =>
    decode({ messages: [{ role: 'user', content: [part] }] }).turns[0]?.blocks[0];

  test.each([
    [{ file_id: 'file-1' }, { kind: 'stored', dialect: 'chat-completions', id: 'file-1' }],
    [{ file_data: 'JVBERi0x' }, { kind: 'bytes', mediaType: 'application/pdf', base64: 'JVBERi0x' }],
    [{ file_data: 'https://example.com/a.pdf' }, { kind: 'url', url: 'https://example.com/a.pdf' }],
  ])('with the file %j', (file, source) => {
    expect(blockOf({ type: 'file', file })).toEqual({ kind: 'file', source });
  });

  test('with audio has its media type', () => {
    expect(blockOf({ type: 'input_audio', input_audio: { data: 'SUQz', format: 'mp3' } })).toEqual({
      kind: 'audio',
      source: { kind: 'bytes', mediaType: 'audio/mpeg', base64: 'SUQz' },
    });
  });

  test.each([
    [{ cache_control: { type: 'ephemeral' } }, '5m'],
    [{ cache_control: { type: 'ephemeral', ttl: '1h' } }, '1h'],
    [{ prompt_cache_breakpoint: { mode: 'explicit' } }, '1h'],
  ])('marked for the cache by %j', (mark, ttl) => {
    expect(blockOf({ type: 'text', text: 'a', ...mark })).toMatchObject({
      kind: 'text',
      text: 'a',
      cache: { ttl },
    });
  });
});

describe('marks for the cache beside what they are for, as the AI SDK writes them', () => {
  const mark = { cache_control: { type: 'ephemeral' } };
  const cache = { ttl: '5m' };
  const call = { id: 'a', type: 'function', function: { name: 'see', arguments: '{}' } };

  test.each([
    ['a user', { role: 'user', content: 'Hello', ...mark }, { kind: 'text', text: 'Hello', cache }],
    [
      'an assistant',
      { role: 'assistant', content: 'Hello', ...mark },
      { kind: 'text', text: 'Hello', cache },
    ],
    [
      'a call',
      { role: 'assistant', tool_calls: [{ ...call, ...mark }] },
      { kind: 'tool-call', id: 'a', name: 'see', argsText: '{}', cache },
    ],
    [
      'a result',
      { role: 'tool', tool_call_id: 'a', content: 'Seen', ...mark },
      { kind: 'tool-result', callId: 'a', blocks: [{ kind: 'text', text: 'Seen' }], cache },
    ],
  ])('%s', (_of, message, block) => {
    expect(turnsOf(message)[0]?.blocks).toEqual([block]);
  });

  test('system texts, and tools', () => {
    const tools = [{ type: 'function', function: { name: 'see' }, ...mark }];
    const request = decode({ messages: [{ role: 'system', content: 'Be kind.', ...mark }, hello], tools });
    expect(request.instructions).toEqual([{ kind: 'text', text: 'Be kind.', cache }]);
    expect(request.tools).toEqual([{ name: 'see', cache }]);
  });

  test('of a request as a whole stand behind what was said last', () => {
    const { turns, extras } = decode({ messages: [hello, { role: 'assistant', content: 'Yes?' }], ...mark });
    expect(turns.map(({ blocks }) => blocks)).toEqual([
      [{ kind: 'text', text: 'Hi' }],
      [{ kind: 'text', text: 'Yes?', cache }],
    ]);
    expect(extras).toEqual({});
  });

  test('stand behind the last of several parts', () => {
    const content = ['One', 'Two'].map((text) => ({ type: 'text', text }));
    expect(turnsOf({ role: 'user', content, ...mark })[0]?.blocks).toEqual([
      { kind: 'text', text: 'One' },
      { kind: 'text', text: 'Two', cache },
    ]);
  });
});

test('the newer bound on output counts before the older', () => {
  expect(decode({ max_tokens: 5, max_completion_tokens: 9 }).maxOutputTokens).toBe(9);
});

test('what other dialects have no place for is kept by name', () => {
  const request = decode({
    messages: [{ ...hello, name: 'Ann' }],
    stream: true,
    stream_options: { include_obfuscation: true },
    logit_bias: { 50256: -100 },
    store: false,
  });
  expect(request.extras).toEqual({
    'messages[].name': true,
    include_obfuscation: true,
    logit_bias: { 50256: -100 },
    store: false,
  });
});
