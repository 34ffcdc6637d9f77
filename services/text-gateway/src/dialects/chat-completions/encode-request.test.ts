import { describe, expect, test } from 'vitest';
import type { UserBlock } from '../../canon/blocks.ts';
import { RefusedContent, recordLosses } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { isRecord, type JsonRecord, recordsIn } from '../../json/read.ts';
import type { ServiceTraits } from '../codec.ts';
import { codec } from './codec.ts';

const base: CanonRequest = {
  model: 'm',
  instructions: [],
  turns: [{ from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] }],
  tools: [],
  stop: [],
  sampling: {},
  stream: false,
  includeUsage: false,
  extras: {},
};

function encode(request: Partial<CanonRequest>, model = 'some-model', service?: ServiceTraits) {
  const losses = recordLosses();
  const target = { model, maxOutputTokens: 4_096, service };
  const body = codec.encodeRequest({ ...base, ...request }, target, losses);
  return { body, dropped: losses.dropped, approximated: losses.approximated };
}

test('a request without options has none', () => {
  expect(encode({}).body).toEqual({ model: 'some-model', messages: [{ role: 'user', content: 'Hi' }] });
});

test('a stream always asks for usage, which it is billed by', () => {
  expect(encode({ stream: true }).body).toMatchObject({
    stream: true,
    stream_options: { include_usage: true },
  });
  expect(encode({ includeUsage: true }).body).not.toHaveProperty('stream_options');
});

test('no more stop strings go out than OpenAI takes, and others get all', () => {
  const stop = ['a', 'b', 'c', 'd', 'e'];
  const { body, dropped, approximated } = encode({ stop }, 'gpt-4o');
  expect(body.stop).toEqual(['a', 'b', 'c', 'd']);
  expect([dropped, approximated]).toEqual([[], ['stop']]);
  expect(encode({ stop })).toMatchObject({ body: { stop }, approximated: [] });
});

test('options of tools are left out where there are no tools', () => {
  const { body, dropped } = encode({ toolChoice: { kind: 'auto' }, parallelToolCalls: true });
  expect(Object.keys(body)).toEqual(['model', 'messages']);
  expect(dropped).toEqual(['parallelToolCalls', 'toolChoice']);
});

test('models of the o series are not told how many calls they may make at once, which they refuse', () => {
  const asked = { tools: [{ name: 'f' }], parallelToolCalls: false };
  for (const model of ['o3', 'openai/o4-mini']) {
    const { body, dropped } = encode(asked, model);
    expect(body).not.toHaveProperty('parallel_tool_calls');
    expect(dropped).toEqual(['parallelToolCalls']);
  }
  expect(encode(asked, 'gpt-5').body).toMatchObject({ parallel_tool_calls: false });
});

/** As Claude Code names whoever sits before it. */
const device = `{"device_id":"${'d'.repeat(64)}","account_uuid":"","session_id":"01a1fe80-64b9-7aa1-946d-d820c9b40b30"}`;

test('a name of whoever asks that is too long for the vendor is another, the same each time', () => {
  const { body, approximated } = encode({ endUser: device });
  expect(body.user).toMatch(/^[0-9a-f]{64}$/);
  expect(encode({ endUser: device }).body.user).toBe(body.user);
  expect(approximated).toEqual(['endUser']);
  expect(encode({ endUser: 'u'.repeat(64) })).toMatchObject({
    body: { user: 'u'.repeat(64) },
    approximated: [],
  });
});

test('an id of a call that is too long for the vendor is another, the same for its result', () => {
  const id = `call_${'x'.repeat(200)}`;
  const short = `call_${'x'.repeat(35)}`;
  const asked = (callId: string): CanonRequest['turns'] => [
    { from: 'assistant', blocks: [{ kind: 'tool-call', id: callId, name: 'f', argsText: '{}' }] },
    { from: 'user', blocks: [{ kind: 'tool-result', callId, blocks: [] }] },
  ];
  const idsOf = (callId: string): unknown[] =>
    recordsIn(encode({ turns: asked(callId) }).body.messages).flatMap(
      ({ tool_calls: made, tool_call_id: of }) => [
        ...recordsIn(made).map((call) => call.id),
        ...(of === undefined ? [] : [of]),
      ],
    );
  const [made, answered] = idsOf(id);
  expect(made).toMatch(/^.{40}$/);
  expect(answered).toBe(made);
  expect(idsOf(short)).toEqual([short, short]);
});

describe('a strict tool', () => {
  const properties = {
    a: { type: 'string' },
    b: { type: 'object', properties: {}, additionalProperties: false },
  };
  const whole = { type: 'object', properties, required: ['a', 'b'], additionalProperties: false };
  const $defs = { c: { type: 'string', enum: ['x', 'y'] } };
  const of = (c: JsonRecord) => ({
    ...whole,
    properties: { ...properties, c },
    required: ['a', 'b', 'c'],
  });
  const strictOf = (schema: JsonRecord) => {
    const { body, dropped } = encode({ tools: [{ name: 'f', schema, strict: true }] });
    return [recordsIn(body.tools).map(({ function: f }) => isRecord(f) && f.strict)[0], dropped];
  };

  test('whose schema demands all that it names is strict', () => {
    expect(strictOf(whole)).toEqual([true, []]);
  });

  test('may tell of its values what the vendor enforces', () => {
    const bounded = { type: ['integer', 'null'], minimum: 1, description: 'Since 1970' };
    const named = { type: 'string', pattern: '^(?:a|b)+$' };
    const schema = of({
      type: 'array',
      items: { anyOf: [bounded, named, { $ref: '#/$defs/c' }] },
      minItems: 1,
    });
    expect(strictOf({ ...schema, $defs, title: 'F', $schema: 'x' })).toEqual([true, []]);
    expect(strictOf({ ...whole, type: undefined })).toEqual([true, []]);
  });

  test.each([
    ['that may leave a member out', { ...whole, required: ['a'] }],
    ['that is open', { ...whole, additionalProperties: undefined }],
    ['that is open within', { ...whole, properties: { ...properties, b: { type: 'object' } } }],
    [
      'that is open in a list',
      { ...whole, properties: { ...properties, b: { anyOf: [{ type: 'object' }] } } },
    ],
    ['that may be null and is open', of({ type: ['object', 'null'] })],
    ['that says what a value is by default', of({ type: 'string', default: '' })],
    ['that tells of a form beyond those of the vendor', of({ type: 'string', format: 'uri' })],
    ['whose pattern looks ahead', of({ type: 'string', pattern: '^(?=.*\\d)' })],
    ['that joins others', of({ allOf: [{ type: 'string' }] })],
    ['that says something of what it refers to', { ...of({ $ref: '#/$defs/c', description: 'C' }), $defs }],
    ['that allows anything in a list', of({ type: 'array', items: {} })],
    ['that does not say of what a list is', of({ type: 'array' })],
  ])('with a schema %s is not, which the vendor would refuse', (_, schema) => {
    expect(strictOf(schema)).toEqual([undefined, ['strict']]);
  });
});

test('media of tool results follow all results, before what the user says', () => {
  const image = {
    kind: 'image' as const,
    source: { kind: 'url' as const, url: 'https://example.com/a.png' },
  };
  const result = (callId: string): UserBlock => ({
    kind: 'tool-result',
    callId,
    blocks: [image, { kind: 'text', text: callId }],
  });
  const blocks = [result('a'), result('b'), { kind: 'text' as const, text: 'So?' }];
  const part = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
  expect(encode({ turns: [{ from: 'user', blocks }] }).body.messages).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'a' },
    { role: 'tool', tool_call_id: 'b', content: 'b' },
    { role: 'user', content: [part, part, { type: 'text', text: 'So?' }] },
  ]);
});

describe('content without a form is refused', () => {
  const stored = { kind: 'stored' as const, dialect: 'messages' as const, id: 'file_1' };
  const url = { kind: 'url' as const, url: 'https://example.com/a' };
  const flac = { kind: 'bytes' as const, mediaType: 'audio/flac', base64: 'AA==' };
  const refused: [string, UserBlock][] = [
    ['image', { kind: 'image', source: stored }],
    ['file', { kind: 'file', source: stored }],
    ['file', { kind: 'file', source: url }],
    ['audio', { kind: 'audio', source: url }],
    ['audio', { kind: 'audio', source: flac }],
    ['image', { kind: 'tool-result', callId: 'a', blocks: [{ kind: 'image', source: stored }] }],
  ];

  test.each(refused)('%s %j', (what, block) => {
    const run = () => encode({ turns: [{ from: 'user', blocks: [block] }] });
    expect(run).toThrow(RefusedContent);
    expect(run).toThrow(expect.objectContaining({ what }));
  });
});

test('audio is named by its format, a stored file by its id', () => {
  const source = { kind: 'bytes' as const, mediaType: 'audio/x-wav', base64: 'UklG' };
  const stored = { kind: 'stored' as const, dialect: 'chat-completions' as const, id: 'file-1' };
  const blocks: UserBlock[] = [
    { kind: 'audio', source },
    { kind: 'file', source: stored },
  ];
  expect(encode({ turns: [{ from: 'user', blocks }] }).body.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'input_audio', input_audio: { data: 'UklG', format: 'wav' } },
        { type: 'file', file: { file_id: 'file-1' } },
      ],
    },
  ]);
});

test('a file without a name gets one, as OpenAI demands', () => {
  const pdf = { kind: 'bytes' as const, mediaType: 'application/pdf', base64: 'JVBERg==' };
  const turns = [{ from: 'user' as const, blocks: [{ kind: 'file' as const, source: pdf }] }];
  const file = { file_data: 'data:application/pdf;base64,JVBERg==', filename: 'file.pdf' };
  expect(encode({ turns }).body.messages).toEqual([{ role: 'user', content: [{ type: 'file', file }] }]);
});

test('a file of text is text, and one that is an image an image: OpenAI takes PDF alone as a file', () => {
  const file = (mediaType: string, base64: string, name?: string): UserBlock => ({
    ...{ kind: 'file', source: { kind: 'bytes', mediaType, base64 }, name },
  });
  const blocks = [
    file('text/plain', 'SGk=', 'notes'),
    file('application/json', 'e30='),
    file('text/plain', '/w=='),
    file('image/png', 'iVBORw=='),
  ];
  const unread = { file_data: 'data:text/plain;base64,/w==', filename: 'file.txt' };
  expect(encode({ turns: [{ from: 'user', blocks }] }).body.messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'notes\n\nHi' },
        { type: 'text', text: 'file.json\n\n{}' },
        { type: 'file', file: unread },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw==' } },
      ],
    },
  ]);
});

describe('an upstream of OpenAI', () => {
  const thinking: Partial<CanonRequest> = {
    instructions: [{ kind: 'text', text: 'Be kind.' }],
    turns: [
      { from: 'assistant', blocks: [{ kind: 'reasoning', text: 'Hm.' }] },
      {
        from: 'assistant',
        blocks: [
          { kind: 'reasoning', text: 'Hm.' },
          {
            ...{ kind: 'tool-call', id: 'a', name: 'f', argsText: '' },
            seal: { dialect: 'generate-content', value: 's' },
          },
        ],
      },
    ],
  };

  test('is not sent members that it refuses', () => {
    const { body, dropped } = encode(thinking, 'gpt-5.1');
    const call = { id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } };
    expect(body.messages).toEqual([
      { role: 'developer', content: 'Be kind.' },
      { role: 'assistant', content: null, tool_calls: [call] },
    ]);
    expect(dropped).toEqual(['reasoning']);
  });

  test('gets no sampling and the newer bound where its model reasons', () => {
    const sampling = { temperature: 1, topP: 1, presencePenalty: 1, frequencyPenalty: 1, seed: 3 };
    const { body, dropped } = encode({ sampling, stop: ['x'], maxOutputTokens: 9 }, 'o4-mini');
    expect(body).toEqual({
      ...{ model: 'o4-mini', messages: [{ role: 'user', content: 'Hi' }] },
      ...{ max_completion_tokens: 9, seed: 3 },
    });
    expect(dropped).toEqual(['frequencyPenalty', 'presencePenalty', 'stop', 'temperature', 'topP']);
  });

  test.each([
    ['gpt-5', 'none', 'minimal'],
    ['gpt-5-mini', 'minimal', 'minimal'],
    ['gpt-5.1', 'minimal', 'none'],
    ['gpt-5.2', 'xhigh', 'xhigh'],
    ['gpt-5.2', 'max', 'xhigh'],
    ['gpt-5.6-sol', 'max', 'max'],
    ['some-model', 'max', 'xhigh'],
    ['o3', 'xhigh', 'high'],
    ['openai/gpt-oss-120b', 'none', 'low'],
    ['gpt-4o', 'high', undefined],
    ['deepseek-reasoner', 'xhigh', 'xhigh'],
  ] as const)('%s is asked for effort in its own words: %s is %s', (model, effort, word) => {
    const { body, dropped, approximated } = encode({ reasoning: { effort } }, model);
    expect(body.reasoning_effort).toBe(word);
    expect(dropped).toEqual(word === undefined ? ['effort'] : []);
    expect(approximated).toEqual(word === undefined || word === effort ? [] : ['effort']);
  });
});

test('what is known of a service holds where the name of its model tells nothing', () => {
  const service: ServiceTraits = { unknownChat: { bound: 'max_completion_tokens' } };
  expect(encode({ maxOutputTokens: 9 }, 'our-deployment', service).body.max_completion_tokens).toBe(9);
  expect(encode({ maxOutputTokens: 9 }, 'gpt-4o', service).body.max_tokens).toBe(9);
});

test('an object of any shape is asked for in words where no text speaks of JSON, as OpenAI demands', () => {
  const format = { kind: 'json' as const };
  const told = { role: 'system', content: 'Answer with one JSON object.' };
  const asked = { role: 'user', content: 'Hi' };
  const untold = encode({ format }, 'gpt-4o').body;
  expect(untold).toMatchObject({ response_format: { type: 'json_object' }, messages: [told, asked] });
  const instructions = [{ kind: 'text' as const, text: 'Say it as json.' }];
  const { body } = encode({ format, instructions }, 'gpt-4o');
  expect(body.messages).toEqual([{ role: 'system', content: 'Say it as json.' }, asked]);
});
