import { describe, expect, test } from 'vitest';
import type { AssistantBlock, UserBlock } from '../../canon/blocks.ts';
import { RefusedContent, recordLosses } from '../../canon/losses.ts';
import type { CanonRequest, Turn } from '../../canon/request.ts';
import type { JsonRecord } from '../../json/read.ts';
import { encodeRequest } from './encode-request.ts';

const claude = 'eu.anthropic.claude-sonnet-4-5-20250929-v1:0';
const asked: Turn = { from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] };
const empty: CanonRequest = {
  ...{ model: 'alias', instructions: [], turns: [asked], tools: [], stop: [], sampling: {} },
  ...{ stream: false, includeUsage: false, extras: {} },
};

function write(members: Partial<CanonRequest>, model = claude) {
  const losses = recordLosses();
  const body: JsonRecord = encodeRequest({ ...empty, ...members }, { model, maxOutputTokens: 8_192 }, losses);
  return { body, dropped: losses.dropped, approximated: losses.approximated };
}

const messagesOf = (turns: Turn[]): unknown => write({ turns }).body.messages;
const refusal = (what: string) => expect.objectContaining({ constructor: RefusedContent, what });

test('a plain request has nothing but words and the bound that was reserved for', () => {
  expect(write({}).body).toEqual({
    messages: [{ role: 'user', content: [{ text: 'Hi' }] }],
    inferenceConfig: { maxTokens: 8_192 },
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
    endUser: 'näme',
    extras: { logit_bias: {} },
  });
  expect(dropped).toEqual([
    ...['endUser', 'frequencyPenalty', 'logit_bias', 'parallelToolCalls', 'presencePenalty'],
    ...['seed', 'stop', 'toolChoice', 'verbosity'],
  ]);
  expect(approximated).toEqual(['promptCacheKey', 'temperature']);
});

test('a model that cannot be made to call is left the choice', () => {
  const forced = { tools: [{ name: 'f' }], toolChoice: { kind: 'any' as const } };
  const { body, approximated } = write(forced, 'anthropic.claude-opus-5-5');
  expect(body.toolConfig).toMatchObject({ toolChoice: { auto: {} } });
  expect(approximated).toEqual(['toolChoice']);
});

describe('turns', () => {
  test('begin with the user, and alternate where one is left out whole', () => {
    const left: AssistantBlock[] = [
      { kind: 'reasoning', text: 'unsigned' },
      { kind: 'opaque', dialect: 'responses', json: { type: 'web_search_call' } },
      { kind: 'text', text: ' \n' },
    ];
    const said: Turn = { from: 'assistant', blocks: [{ kind: 'text', text: 'Hi' }] };
    const { body, dropped } = write({ turns: [said, asked, { from: 'assistant', blocks: left }, asked] });
    expect(body.messages).toEqual([
      { role: 'user', content: [{ text: '...' }] },
      { role: 'assistant', content: [{ text: 'Hi' }] },
      { role: 'user', content: [{ text: 'Hi' }, { text: 'Hi' }] },
    ]);
    expect(dropped).toEqual(['reasoning', 'web_search_call']);
  });

  test.each([
    ['converse', 1],
    ['messages', 0],
  ] as const)('carry what was thought where %s signed it: %i', (dialect, count) => {
    const thought: AssistantBlock = { kind: 'reasoning', text: 'hm', seal: { dialect, value: 'sig' } };
    const { body, dropped } = write({
      turns: [asked, { from: 'assistant', blocks: [thought, { kind: 'text', text: 'a' }] }, asked],
    });
    const written = { reasoningContent: { reasoningText: { text: 'hm', signature: 'sig' } } };
    expect(body.messages).toMatchObject([
      {},
      { content: [...Array(count).fill(written), { text: 'a' }] },
      {},
    ]);
    expect(dropped).toEqual(count === 0 ? ['reasoning'] : []);
  });

  test('have calls with ids that the vendor takes, answered by the same ids', () => {
    const long = `call_${'x'.repeat(70)}`;
    const call = (id: string): AssistantBlock => ({ kind: 'tool-call', id, name: 'f', argsText: '' });
    const result = (callId: string): UserBlock => ({ kind: 'tool-result', callId, blocks: [] });
    const ids = ['functions.f:0', long, `${long}y`];
    const { body } = write({
      turns: [asked, { from: 'assistant', blocks: ids.map(call) }, { from: 'user', blocks: ids.map(result) }],
      tools: [{ name: 'f' }],
    });
    const text = JSON.stringify(body.messages);
    const found = [...text.matchAll(/"toolUseId":"([^"]*)"/g)].map(([, id]) => id);
    const [called, answered] = [found.slice(0, 3), found.slice(3)];
    expect(called[0]).toBe('functions_f_0');
    for (const id of called) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(new Set(called).size).toBe(3);
    expect(answered).toEqual(called);
  });
});

describe('content', () => {
  const bytes = (mediaType: string, text: string, name?: string): UserBlock => ({
    kind: 'file',
    source: { kind: 'bytes', mediaType, base64: Buffer.from(text).toString('base64') },
    name,
  });

  test('that is a document has a name of its own, in the characters that the vendor takes, and words beside it', () => {
    const blocks = [
      bytes('application/pdf', 'a', 'Ünser  report_v1.pdf'),
      bytes('application/json', '{}', 'nser report v1 PDF'),
      bytes('text/csv', 'a,b'),
      bytes('text/markdown', '#'),
    ];
    expect(messagesOf([{ from: 'user', blocks }])).toMatchObject([
      {
        content: [
          { document: { format: 'pdf', name: 'nser report v1 pdf' } },
          { document: { format: 'txt', name: 'nser report v1 PDF (2)' } },
          { document: { format: 'csv', name: 'document' } },
          { document: { format: 'md', name: 'document (2)' } },
          { text: '...' },
        ],
      },
    ]);
  });

  test.each<[string, UserBlock]>([
    ['audio', { kind: 'audio', source: { kind: 'bytes', mediaType: 'audio/wav', base64: '' } }],
    ['image', { kind: 'image', source: { kind: 'url', url: 'https://example.com/a.png' } }],
    ['image', { kind: 'image', source: { kind: 'stored', dialect: 'messages', id: 'file_1' } }],
    ['image', { kind: 'image', source: { kind: 'bytes', mediaType: 'image/tiff', base64: '' } }],
    ['file', { kind: 'file', source: { kind: 'url', url: 'https://example.com/a.pdf' } }],
    ['file', bytes('application/zip', 'PK')],
  ])('that cannot be carried is refused as %s', (what, block) => {
    const result: UserBlock = { kind: 'tool-result', callId: 'c', blocks: [] };
    expect(() => messagesOf([{ from: 'user', blocks: [result, block] }])).toThrow(refusal(what));
  });

  test('of a failed call without words says that it failed', () => {
    const blocks: UserBlock[] = [{ kind: 'tool-result', callId: 'c', blocks: [], isError: true }];
    expect(messagesOf([{ from: 'user', blocks }])).toMatchObject([
      { content: [{ toolResult: { content: [{ text: 'error' }], status: 'error' } }] },
    ]);
  });
});

describe('tools', () => {
  const call: AssistantBlock = { kind: 'tool-call', id: 'c', name: 'f', argsText: '{}' };
  const history: Turn[] = [
    asked,
    { from: 'assistant', blocks: [call] },
    { from: 'user', blocks: [{ kind: 'tool-result', callId: 'c', blocks: [{ kind: 'text', text: 'r' }] }] },
  ];
  const specOf = (name: string) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } });

  test('that were called are defined although the client no longer offers them', () => {
    const { body, approximated } = write({ turns: history });
    expect(body.toolConfig).toEqual({ tools: [specOf('f')] });
    expect(approximated).toEqual(['tools']);
  });

  test('that must not be called are left out, unless the conversation has called them', () => {
    const none = { tools: [{ name: 'f' }], toolChoice: { kind: 'none' as const } };
    expect(write(none).body.toolConfig).toBeUndefined();
    const { body, approximated } = write({ ...none, turns: history });
    expect(body.toolConfig).toEqual({ tools: [specOf('f')] });
    expect(approximated).toEqual(['toolChoice']);
  });
});

describe('marks for the cache', () => {
  const cache = { ttl: '1h' as const };
  const marked: Partial<CanonRequest> = {
    tools: [{ name: 'f', cache }],
    instructions: [{ kind: 'text', text: 'Be brief.', cache }],
  };

  test.each([
    [claude, { type: 'default', ttl: '1h' }, true, { dropped: [], approximated: [] }],
    [
      'anthropic.claude-3-7-sonnet-20250219-v1:0',
      { type: 'default' },
      true,
      { dropped: [], approximated: ['cache'] },
    ],
    ['us.amazon.nova-pro-v1:0', { type: 'default' }, false, { dropped: ['cache'], approximated: ['cache'] }],
    ['meta.llama3-3-70b-instruct-v1:0', undefined, false, { dropped: ['cache'], approximated: [] }],
  ])('of %s', (model, cachePoint, inTools, lost) => {
    const { body, ...losses } = write(marked, model);
    expect(losses).toEqual(lost);
    const points = cachePoint ? [{ cachePoint }] : [];
    expect(body.system).toEqual([{ text: 'Be brief.' }, ...points]);
    expect(body.toolConfig).toMatchObject({ tools: [{ toolSpec: {} }, ...(inTools ? points : [])] });
  });

  test('within a result stand behind it', () => {
    const result: UserBlock = {
      ...{ kind: 'tool-result', callId: 'c' },
      blocks: [{ kind: 'text', text: 'r', cache: { ttl: '5m' } }],
    };
    expect(messagesOf([{ from: 'user', blocks: [result] }])).toMatchObject([
      { content: [{ toolResult: { content: [{ text: 'r' }] } }, { cachePoint: { type: 'default' } }] },
    ]);
  });
});

describe('thinking', () => {
  test.each([
    ['us.anthropic.claude-opus-4-8-v1:0', 'high', { thinking: { type: 'adaptive' } }, 'high', []],
    [claude, 'low', { thinking: { type: 'enabled', budget_tokens: 2_048 } }, undefined, ['reasoning']],
    ['openai.gpt-oss-120b-1:0', 'xhigh', { reasoning_effort: 'high' }, undefined, ['reasoning']],
    ['us.openai.gpt-5.2', 'medium', { reasoning: { effort: 'medium' } }, undefined, []],
    [
      'us.amazon.nova-2-lite-v1:0',
      'high',
      { reasoningConfig: { type: 'enabled', maxReasoningEffort: 'medium' } },
      undefined,
      ['reasoning'],
    ],
    ['us.amazon.nova-2-lite-v1:0', 'none', { reasoningConfig: { type: 'disabled' } }, undefined, []],
  ] as const)('of %s with effort %s', (model, effort, fields, outputEffort, lost) => {
    const { body, approximated } = write({ reasoning: { effort } }, model);
    expect(body.additionalModelRequestFields).toEqual(fields);
    expect(body.outputConfig).toEqual(outputEffort && { effort: outputEffort });
    expect(approximated).toEqual(lost);
  });

  test('is left out where a model has no words for it', () => {
    const { body, dropped } = write({ reasoning: { effort: 'high' } }, 'meta.llama3-3-70b-instruct-v1:0');
    expect(body.additionalModelRequestFields).toBeUndefined();
    expect(dropped).toEqual(['reasoning']);
  });

  test('of a model that hides behind a profile is asked for as the client names it', () => {
    const profile = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3';
    const { body } = write({ model: 'claude-opus-4.8', reasoning: { effort: 'high' } }, profile);
    expect(body.additionalModelRequestFields).toEqual({ thinking: { type: 'adaptive' } });
  });
});

describe('the form of an answer', () => {
  const named = { type: 'object', properties: { a: { type: 'string' } } };
  const format = { kind: 'schema' as const, schema: named, name: 'n', description: 'd' };
  const ofAny = { kind: 'schema' as const, schema: { type: 'object' } };

  test('and the arguments of a strict tool have no bounds that the vendor refuses to enforce', () => {
    const schema = { type: 'object', properties: { n: { type: 'integer', minimum: 1 } } };
    const json = {
      ...{ type: 'object', additionalProperties: false },
      properties: { n: { type: 'integer', description: '{"minimum":1}' } },
    };
    const toolSpec = { name: 'f', inputSchema: { json }, strict: true };
    const { body } = write({ tools: [{ name: 'f', schema, strict: true }] });
    expect(body.toolConfig).toEqual({ tools: [{ toolSpec }] });
  });

  test('is a schema in text, whose objects are closed', () => {
    const { body, approximated } = write({ format });
    const schema = JSON.stringify({ ...named, additionalProperties: false });
    expect(body.outputConfig).toEqual({
      textFormat: {
        type: 'json_schema',
        structure: { jsonSchema: { schema, name: 'n', description: 'd' } },
      },
    });
    expect(approximated).toEqual(['format']);
  });

  test.each([
    ['for JSON of any shape', { kind: 'json' as const }, claude, /JSON object/],
    ['where the model takes no schema', format, 'us.amazon.nova-pro-v1:0', /"type":"object"/],
    ['for an object whose members nobody names', ofAny, claude, /"type":"object"/],
  ])('is an instruction %s', (_, asFormat, model, words) => {
    const { body, approximated } = write({ format: asFormat }, model);
    expect(body.system).toEqual([{ text: expect.stringMatching(words) }]);
    expect(body.outputConfig).toBeUndefined();
    expect(approximated).toEqual(['format']);
  });
});
