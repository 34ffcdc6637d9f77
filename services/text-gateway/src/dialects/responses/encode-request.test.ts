import { describe, expect, test } from 'vitest';
import type { UserBlock } from '../../canon/blocks.ts';
import { RefusedContent, recordLosses } from '../../canon/losses.ts';
import type { CanonRequest } from '../../canon/request.ts';
import { type JsonRecord, recordsIn } from '../../json/read.ts';
import { encodeRequest } from './encode-request.ts';

const plain: CanonRequest = {
  ...{ model: 'm', instructions: [], tools: [], stop: [], sampling: {}, extras: {} },
  ...{ stream: false, includeUsage: false },
  turns: [{ from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] }],
};

function encode(part: Partial<CanonRequest>, model = 'upstream-model') {
  const losses = recordLosses();
  const body = encodeRequest({ ...plain, ...part }, { model, maxOutputTokens: 4_096 }, losses);
  return { body, dropped: losses.dropped, approximated: losses.approximated };
}

test('options that the dialect lacks are dropped by name', () => {
  const { body, dropped } = encode({
    ...{ stop: ['x'], extras: { logit_bias: {} } },
    sampling: { topK: 1, seed: 2, presencePenalty: 1, frequencyPenalty: 1 },
    ...{ toolChoice: { kind: 'auto' }, parallelToolCalls: true },
  });
  expect(dropped).toEqual(
    ['stop', 'logit_bias', 'topK', 'seed', 'presencePenalty', 'frequencyPenalty', 'toolChoice']
      .concat('parallelToolCalls')
      .sort(),
  );
  expect(Object.keys(body).sort()).toEqual(['input', 'model', 'store']);
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
  const short = `call_${'x'.repeat(59)}`;
  const asked = (callId: string): CanonRequest['turns'] => [
    { from: 'assistant', blocks: [{ kind: 'tool-call', id: callId, name: 'f', argsText: '{}' }] },
    { from: 'user', blocks: [{ kind: 'tool-result', callId, blocks: [] }] },
  ];
  const idsOf = (callId: string): unknown[] =>
    recordsIn(encode({ turns: asked(callId) }).body.input).map(({ call_id }) => call_id);
  const [made, answered] = idsOf(id);
  expect(made).toMatch(/^.{64}$/);
  expect(answered).toBe(made);
  expect(idsOf(short)).toEqual([short, short]);
});

describe('a strict tool', () => {
  const properties = {
    a: { type: 'string' },
    b: { type: 'object', properties: {}, additionalProperties: false },
  };
  const whole = { type: 'object', properties, required: ['a', 'b'], additionalProperties: false };
  const strictOf = (schema: JsonRecord) => {
    const { body, dropped } = encode({ tools: [{ name: 'f', schema, strict: true }] });
    return [recordsIn(body.tools)[0]?.strict, dropped];
  };

  test('whose schema demands all that it names is strict', () => {
    expect(strictOf(whole)).toEqual([true, []]);
  });

  test.each([
    ['that may leave a member out', { ...whole, required: ['a'] }],
    ['that is open', { ...whole, additionalProperties: undefined }],
    ['that is open within', { ...whole, properties: { ...properties, b: { type: 'object' } } }],
    [
      'that is open in a list',
      { ...whole, properties: { ...properties, b: { anyOf: [{ type: 'object' }] } } },
    ],
  ])('with a schema %s is not, which the vendor would refuse', (_, schema) => {
    expect(strictOf(schema)).toEqual([false, ['strict']]);
  });
});

test('nothing is kept at the upstream', () => {
  expect(encode({}).body.store).toBe(false);
});

test('a tool whose strictness nobody named is not strict', () => {
  expect(encode({ tools: [{ name: 'f' }] }).body.tools).toEqual([
    { type: 'function', name: 'f', parameters: null, strict: false },
  ]);
});

test('a bound below what the vendor takes is raised to it', () => {
  const { body, approximated } = encode({ maxOutputTokens: 1 });
  expect([body.max_output_tokens, approximated]).toEqual([16, ['maxOutputTokens']]);
  expect(encode({ maxOutputTokens: 16 }).approximated).toEqual([]);
});

describe('reasoning', () => {
  const seal = { dialect: 'messages', value: 's' } as const;

  test('that another vendor sealed is left out, and so are seals of texts and calls', () => {
    const { body, dropped } = encode({
      turns: [
        {
          from: 'assistant',
          blocks: [
            { kind: 'reasoning', text: 'thought', seal },
            { kind: 'text', text: 'Hi', seal },
            { kind: 'tool-call', id: 'c', name: 'f', argsText: '', seal },
          ],
        },
      ],
    });
    expect(body.input).toEqual([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
    ]);
    expect(dropped).toEqual(['reasoning', 'seal']);
  });

  test('comes sealed where the model reasons or was asked to', () => {
    const include = ['reasoning.encrypted_content'];
    expect(encode({}, 'gpt-5').body.include).toEqual(include);
    expect(encode({ reasoning: { effort: 'low' } }).body.include).toEqual(include);
    expect(encode({}).body.include).toBeUndefined();
    expect(encode({ reasoning: { effort: 'low' } }, 'gpt-4o').body.include).toBeUndefined();
  });

  test.each([
    ['gpt-4o', { effort: 'low' }, undefined, ['reasoning'], []],
    ['gpt-5-mini', { effort: 'none' }, { effort: 'minimal' }, [], ['effort']],
    ['openai/o3', { effort: 'xhigh', isShown: true }, { effort: 'high', summary: 'auto' }, [], ['effort']],
    ['gpt-5.1', { effort: 'minimal' }, { effort: 'low' }, [], ['effort']],
    ['gpt-5.6-terra', { effort: 'max' }, { effort: 'max' }, [], []],
    ['gpt-5.5', { effort: 'max' }, { effort: 'xhigh' }, [], ['effort']],
    ['other', { effort: 'max' }, { effort: 'xhigh' }, [], ['effort']],
    ['other', { budgetTokens: 5_000 }, { effort: 'medium' }, [], ['budgetTokens']],
    ['other', {}, undefined, [], []],
  ] as const)('of %s for %j is %j', (model, reasoning, written, dropped, approximated) => {
    expect(encode({ reasoning }, model)).toMatchObject({ dropped, approximated });
    expect(encode({ reasoning }, model).body.reasoning).toEqual(written);
  });

  test('leaves no room for sampling', () => {
    const sampling = { temperature: 0, topP: 1 };
    expect(encode({ sampling }, 'o4-mini').dropped).toEqual(['temperature', 'topP']);
    expect(encode({ sampling }, 'gpt-5-chat-latest').body).toMatchObject({ temperature: 0, top_p: 1 });
  });
});

describe('content that cannot be said is refused', () => {
  const base64 = { kind: 'bytes', mediaType: 'audio/wav', base64: 'AA==' } as const;
  const stored = { kind: 'stored', dialect: 'messages', id: 'file_1' } as const;
  test.each<[string, UserBlock]>([
    ['audio', { kind: 'audio', source: base64 }],
    ['image', { kind: 'image', source: stored }],
    ['file', { kind: 'tool-result', callId: 'c', blocks: [{ kind: 'file', source: stored }] }],
  ])('%s', (what, block) => {
    const run = () => encode({ turns: [{ from: 'user', blocks: [block] }] });
    expect(run).toThrow(RefusedContent);
    expect(run).toThrow(expect.objectContaining({ what }));
  });
});

test('bytes of a file without a name get one', () => {
  const file = (mediaType: string): UserBlock => ({
    kind: 'file',
    source: { kind: 'bytes', mediaType, base64: 'AA==' },
  });
  const { body } = encode({
    turns: [{ from: 'user', blocks: [file('application/pdf'), file('text/plain')] }],
  });
  expect(body.input).toMatchObject([{ content: [{ filename: 'file.pdf' }, { filename: 'file.txt' }] }]);
});

test('what another dialect left of its own is dropped, what this one left stays', () => {
  const { body, dropped } = encode({
    turns: [
      {
        from: 'assistant',
        blocks: [
          { kind: 'opaque', dialect: 'messages', json: { type: 'server_tool_use' } },
          { kind: 'opaque', dialect: 'responses', json: { type: 'web_search_call' } },
        ],
      },
    ],
  });
  expect(body.input).toEqual([{ type: 'web_search_call' }]);
  expect(dropped).toEqual(['opaque']);
});

test('an object of any shape is asked for in words where no message speaks of JSON: instructions are none', () => {
  const format = { kind: 'json' as const };
  const instructions = [{ kind: 'text' as const, text: 'Say it as JSON.' }];
  const [told, asked] = recordsIn(encode({ format, instructions }).body.input);
  expect(told).toMatchObject({ role: 'developer', content: [{ text: 'Answer with one JSON object.' }] });
  expect(asked).toMatchObject({ role: 'user' });
  const turns = [{ from: 'user' as const, blocks: instructions }];
  expect(recordsIn(encode({ format, turns }).body.input)).toHaveLength(1);
});
