import { describe, expect, test } from 'vitest';
import type { UserBlock } from '../../canon/blocks.ts';
import { RefusedContent, recordLosses } from '../../canon/losses.ts';
import type { CanonRequest, Turn } from '../../canon/request.ts';
import type { JsonRecord } from '../../json/read.ts';
import { encodeRequest } from './encode-request.ts';

const asked: Turn = { from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] };
const empty: CanonRequest = {
  ...{ model: 'alias', instructions: [], turns: [asked], tools: [], stop: [], sampling: {} },
  ...{ stream: false, includeUsage: false, extras: {} },
};

function write(members: Partial<CanonRequest>, model = 'some-model') {
  const losses = recordLosses();
  const body: JsonRecord = encodeRequest({ ...empty, ...members }, { model, maxOutputTokens: 8_192 }, losses);
  return { body, dropped: losses.dropped, approximated: losses.approximated };
}

const messagesOf = (turns: Turn[]): unknown => write({ turns }).body.messages;

test('a plain request has nothing but what is demanded', () => {
  expect(write({}).body).toEqual({
    model: 'some-model',
    max_tokens: 8_192,
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
  });
});

test('options that the protocol lacks are named', () => {
  const { dropped, approximated } = write({
    sampling: { temperature: 1.5, seed: 1, presencePenalty: 1, frequencyPenalty: 1 },
    verbosity: 'low',
    promptCacheKey: 'k',
    stop: ['\n', 'x'],
    toolChoice: { kind: 'auto' },
    parallelToolCalls: false,
    extras: { logit_bias: {} },
  });
  expect(dropped).toEqual([
    ...['frequencyPenalty', 'logit_bias', 'parallelToolCalls', 'presencePenalty'],
    ...['seed', 'stop', 'toolChoice', 'verbosity'],
  ]);
  expect(approximated).toEqual(['promptCacheKey', 'temperature']);
});

describe('whoever asks', () => {
  const named = (endUser: string) => {
    const { body, approximated } = write({ endUser });
    return [body.metadata, approximated];
  };

  test.each(['ada@example.com', '+41 79 123 45 67', '0791234567', 'u'.repeat(257)])(
    'is named by a hash where the vendor refuses the name: %s',
    (endUser) => {
      expect(named(endUser)).toEqual([{ user_id: expect.stringMatching(/^[0-9a-f]{64}$/) }, ['endUser']]);
      expect(named(endUser)).toEqual(named(endUser));
    },
  );

  test.each(['user-1', '123456', '{"device_id":"d","session_id":"01a1fe80"}'])(
    'is named as said: %s',
    (endUser) => {
      expect(named(endUser)).toEqual([{ user_id: endUser }, []]);
    },
  );
});

describe('turns', () => {
  test('begin with the user', () => {
    expect(messagesOf([{ from: 'assistant', blocks: [{ kind: 'text', text: 'Hi' }] }])).toEqual([
      { role: 'user', content: [{ type: 'text', text: '...' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
    ]);
  });

  test('alternate where one is left out whole, and blank text is left out', () => {
    const { body, dropped } = write({
      turns: [
        asked,
        {
          from: 'assistant',
          blocks: [
            { kind: 'reasoning', text: 'unsigned' },
            { kind: 'reasoning', text: '', seal: { dialect: 'responses', value: 'abc' } },
            { kind: 'opaque', dialect: 'responses', json: { type: 'web_search_call' } },
            { kind: 'text', text: ' \n' },
          ],
        },
        { from: 'user', blocks: [{ kind: 'text', text: 'Still there?' }] },
      ],
    });
    expect(body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'text', text: 'Still there?' },
        ],
      },
    ]);
    expect(dropped).toEqual(['reasoning', 'web_search_call']);
  });

  test('have calls with ids that the vendor takes, without seals of others, answered by the same ids', () => {
    expect(
      messagesOf([
        asked,
        {
          from: 'assistant',
          blocks: [
            {
              ...{ kind: 'tool-call', id: 'functions.f:0', name: 'f', argsText: '' },
              seal: { dialect: 'generate-content', value: 'abc' },
            },
          ],
        },
        { from: 'user', blocks: [{ kind: 'tool-result', callId: 'functions.f:0', blocks: [] }] },
      ]),
    ).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'functions_f_0', name: 'f', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'functions_f_0' }] },
    ]);
  });

  test.each([
    ['{"a":', { _raw: '{"a":' }],
    ['[1]', { _raw: '[1]' }],
    ['{"a":1}', { a: 1 }],
  ])('have arguments %s as an object', (argsText, input) => {
    const call = { kind: 'tool-call' as const, id: 'c', name: 'f', argsText };
    expect(messagesOf([asked, { from: 'assistant', blocks: [call] }])).toMatchObject([
      {},
      { content: [{ input }] },
    ]);
  });
});

describe('content', () => {
  const bytes = (mediaType: string, text: string): UserBlock => ({
    kind: 'file',
    source: { kind: 'bytes', mediaType, base64: Buffer.from(text).toString('base64') },
  });

  test.each<[string, UserBlock, unknown]>([
    [
      'that is text of any kind is a document of plain text',
      bytes('application/json', '{"a":"ü"}'),
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: '{"a":"ü"}' } },
    ],
    [
      'that is a picture in a file is a picture',
      bytes('image/png', 'x'),
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'eA==' } },
    ],
    [
      'at an address stays there',
      { kind: 'file', source: { kind: 'url', url: 'https://example.com/a.pdf' }, name: 'a' },
      { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' }, title: 'a' },
    ],
    [
      'that the vendor stores is named',
      { kind: 'image', source: { kind: 'stored', dialect: 'messages', id: 'file_1' } },
      { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    ],
  ])('%s', (_, block, written) => {
    expect(messagesOf([{ from: 'user', blocks: [block] }])).toEqual([{ role: 'user', content: [written] }]);
  });

  test.each<[string, UserBlock]>([
    ['audio', { kind: 'audio', source: { kind: 'bytes', mediaType: 'audio/wav', base64: '' } }],
    ['file', bytes('application/zip', 'PK')],
    ['file', { kind: 'file', source: { kind: 'bytes', mediaType: 'text/plain', base64: '/w==' } }],
    ['file', { kind: 'file', source: { kind: 'stored', dialect: 'responses', id: 'file-1' } }],
    ['image', { kind: 'image', source: { kind: 'stored', dialect: 'responses', id: 'file-1' } }],
  ])('that cannot be carried is refused as %s', (what, block) => {
    const result: UserBlock = { kind: 'tool-result', callId: 'c', blocks: [] };
    expect(() => messagesOf([{ from: 'user', blocks: [result, block] }])).toThrow(
      expect.objectContaining({ constructor: RefusedContent, what }),
    );
  });
});

describe('a schema that is enforced', () => {
  const list = { type: 'array', items: { type: 'string', minLength: 2 }, minItems: 1, maxItems: 3 };
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      age: { type: 'integer', description: 'In years.', minimum: 0, maximum: 150 },
      maximum: { type: 'number', default: 1 },
      list,
      mail: { type: 'string', format: 'email', pattern: '^(?!x)' },
      id: { oneOf: [{ type: 'integer', format: 'int64' }, { type: 'null' }] },
      word: { type: ['string', 'null'], enum: ['a', null] },
    },
    required: ['age', 'maximum', 'list', 'mail', 'id', 'word'],
    additionalProperties: false,
  };
  const enforced = {
    type: 'object',
    properties: {
      age: { type: 'integer', description: 'In years.\n\n{"minimum":0,"maximum":150}' },
      maximum: { type: 'number', default: 1 },
      list: {
        ...{ type: 'array', items: { type: 'string', description: '{"minLength":2}' }, minItems: 1 },
        description: '{"maxItems":3}',
      },
      mail: { type: 'string', format: 'email', description: '{"pattern":"^(?!x)"}' },
      id: { anyOf: [{ type: 'integer', description: '{"format":"int64"}' }, { type: 'null' }] },
      word: { enum: ['a', null] },
    },
    required: ['age', 'maximum', 'list', 'mail', 'id', 'word'],
    additionalProperties: false,
  };

  test('tells in words what the vendor refuses to enforce, of an answer and of a strict tool', () => {
    const { body, approximated } = write({
      format: { kind: 'schema', schema },
      tools: [{ name: 'f', schema, strict: true }],
    });
    expect(body.output_config).toEqual({ format: { type: 'json_schema', schema: enforced } });
    expect(body.tools).toEqual([{ name: 'f', input_schema: enforced, strict: true }]);
    expect(approximated).toEqual(['format', 'schema']);
  });

  test('stays as it is where nobody enforces it', () => {
    const { body, approximated } = write({ tools: [{ name: 'f', schema }] });
    expect(body.tools).toEqual([{ name: 'f', input_schema: schema }]);
    expect(approximated).toEqual([]);
  });
});

describe('the form of an answer', () => {
  const inner = { type: 'object', properties: { b: { type: 'string' } } };
  const open = { type: 'object', properties: { a: { anyOf: [inner, { type: 'null' }] } } };
  const format = { kind: 'schema' as const, schema: open };
  const withMap = (map: object) => ({
    ...{ kind: 'schema' as const, schema: { type: 'object', properties: { map } } },
  });

  test('is a schema whose objects have no members but those that it names', () => {
    const { body, approximated } = write({ format });
    expect(body.output_config).toEqual({
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          properties: {
            a: { anyOf: [{ ...inner, additionalProperties: false }, { type: 'null' }] },
          },
          additionalProperties: false,
        },
      },
    });
    expect(approximated).toEqual(['format']);
  });

  test.each([
    ['for JSON of any shape', { kind: 'json' as const }, 'some-model', /JSON object/],
    ['where the model takes no schema', format, 'claude-3-5-haiku-20241022', /"anyOf"/],
    ['where a member may be any object', withMap({ type: 'object' }), 'some-model', /"map"/],
    [
      'where it has members that nobody names',
      withMap({ type: 'object', additionalProperties: { type: 'number' } }),
      ...(['some-model', /"number"/] as const),
    ],
  ])('is an instruction %s', (_, asFormat, model, words) => {
    const instructions = [{ kind: 'text' as const, text: 'Be brief.' }];
    const { body, approximated } = write({ format: asFormat, instructions }, model);
    expect(body.system).toEqual([
      { type: 'text', text: 'Be brief.' },
      { type: 'text', text: expect.stringMatching(words) },
    ]);
    expect(body.output_config).toBeUndefined();
    expect(approximated).toEqual(['format']);
  });
});

test('at most one call makes a choice where there is none', () => {
  const tools = [{ name: 'f' }];
  expect(write({ tools, parallelToolCalls: false }).body).toMatchObject({
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
  });
  const none = { tools, toolChoice: { kind: 'none' as const }, parallelToolCalls: false };
  expect(write(none).body.tool_choice).toEqual({ type: 'none' });
});
