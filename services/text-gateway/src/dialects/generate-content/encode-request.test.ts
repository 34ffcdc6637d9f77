import { describe, expect, test } from 'vitest';
import type { AssistantBlock, UserBlock } from '../../canon/blocks.ts';
import { RefusedContent, recordLosses } from '../../canon/losses.ts';
import type { CanonRequest, Reasoning } from '../../canon/request.ts';
import { decodeRequest } from './decode-request.ts';
import { encodeRequest } from './encode-request.ts';

const hello: CanonRequest['turns'] = [{ from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] }];
const plain: CanonRequest = {
  model: 'some-model',
  instructions: [],
  turns: hello,
  tools: [],
  stop: [],
  sampling: {},
  stream: false,
  includeUsage: true,
  extras: {},
};

function write(request: Partial<CanonRequest>, model = 'upstream-model') {
  const losses = recordLosses();
  const body = encodeRequest({ ...plain, ...request }, { model, maxOutputTokens: 4_096 }, losses);
  return { body, dropped: losses.dropped, approximated: losses.approximated };
}

function said(...blocks: UserBlock[]): Partial<CanonRequest> {
  return { turns: [{ from: 'user', blocks }] };
}

function history(...blocks: AssistantBlock[]): Partial<CanonRequest> {
  return { turns: [...hello, { from: 'assistant', blocks }] };
}

const call: AssistantBlock = { kind: 'tool-call', id: 'a', name: 'f', argsText: '{}' };
const png = { kind: 'bytes', mediaType: 'image/png', base64: 'AA==' } as const;

test('a request that says little is written with little', () => {
  expect(write({}).body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] });
});

test('what a client of this dialect calls safe stays, where its request is converted into the same', () => {
  const safetySettings = [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }];
  const asked = decodeRequest(
    { contents: [{ parts: [{ text: 'Hi' }] }], safetySettings, labels: { a: 'b' } },
    {
      ...{ model: 'some-model', stream: false },
    },
  );
  const { body, dropped } = write(asked);
  expect(body).toMatchObject({ safetySettings });
  expect(dropped).toEqual(['labels']);
});

test('options that the dialect lacks are left out and named', () => {
  const { body, dropped } = write({
    parallelToolCalls: false,
    verbosity: 'low',
    endUser: 'u',
    promptCacheKey: 'k',
    toolChoice: { kind: 'any' },
    sampling: { seed: 2 ** 40 },
    extras: { logit_bias: {} },
    format: { kind: 'schema', schema: {}, name: 'n', strict: true },
    ...said(
      { kind: 'image', source: png, detail: 'high', cache: { ttl: '5m' } },
      { kind: 'file', source: png, name: 'a.png' },
    ),
  });
  expect(dropped).toEqual([
    'cache',
    'detail',
    'endUser',
    'logit_bias',
    'name',
    'parallelToolCalls',
    'promptCacheKey',
    'seed',
    'strict',
    'toolChoice',
    'verbosity',
  ]);
  expect(body).toEqual({
    contents: [
      { role: 'user', parts: Array(2).fill({ inlineData: { mimeType: 'image/png', data: 'AA==' } }) },
    ],
    generationConfig: { responseMimeType: 'application/json', responseJsonSchema: {} },
  });
});

describe('content that the vendor cannot have is refused', () => {
  test.each<[string, UserBlock]>([
    ['image', { kind: 'image', source: { kind: 'url', url: 'https://example.com/cat.png' } }],
    [
      'image',
      { kind: 'image', source: { kind: 'url', url: 'http://storage.googleapis.com.example.com/a.png' } },
    ],
    ['file', { kind: 'file', source: { kind: 'stored', dialect: 'responses', id: 'file-1' } }],
    ['audio', { kind: 'audio', source: { kind: 'url', url: 'https://example.com/a.mp3' } }],
    ['tool result', { kind: 'tool-result', callId: 'nobody', blocks: [] }],
  ])('%s', (what, block) => {
    expect(() => write(said(block))).toThrow(RefusedContent);
    expect(() => write(said(block))).toThrow(expect.objectContaining({ what }));
  });
});

test('an address on the vendor’s own hosts is left to the vendor', () => {
  const url = 'https://www.youtube.com/watch?v=abc';
  const { body } = write(said({ kind: 'file', source: { kind: 'url', url, mediaType: 'video/mp4' } }));
  expect(body.contents).toEqual([
    { role: 'user', parts: [{ fileData: { mimeType: 'video/mp4', fileUri: url } }] },
  ]);
});

test('what the vendor stores keeps its type, which Vertex demands', () => {
  const stored = { mimeType: 'video/mp4', fileUri: 'gs://bucket/talk' };
  const contents = [{ role: 'user', parts: [{ fileData: stored }] }];
  expect(write(decodeRequest({ contents }, { model: 'm', stream: false })).body.contents).toEqual(contents);
});

test('instructions without anyone saying anything are said by the user', () => {
  const { body } = write({ turns: [], instructions: [{ kind: 'text', text: 'Write a poem.' }] });
  expect(body).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Write a poem.' }] }] });
});

test.each([
  ['', {}],
  ['{"a":[1]}', { a: [1] }],
  ['[1]', { _raw: '[1]' }],
  ['{"a":', { _raw: '{"a":' }],
])('arguments %j are an object', (argsText, args) => {
  const { body } = write(history({ ...call, argsText }));
  expect(body.contents).toMatchObject([
    {},
    { role: 'model', parts: [{ functionCall: { id: 'a', name: 'f', args } }] },
  ]);
});

describe('a seal', () => {
  const foreign = { dialect: 'messages', value: 'EqQB' } as const;
  const own = { dialect: 'generate-content', value: 'CiQB' } as const;

  test('of the vendor goes back to it, at its place', () => {
    const { body, dropped } = write(
      history({ kind: 'text', text: '', seal: own }, { ...call, seal: own }),
      'gemini-3-flash-preview',
    );
    expect(body.contents).toMatchObject([
      {},
      {
        parts: [
          { text: '', thoughtSignature: 'CiQB' },
          { functionCall: {}, thoughtSignature: 'CiQB' },
        ],
      },
    ]);
    expect(dropped).toEqual([]);
  });

  test('of another stays behind; reasoning that was nothing else stays behind with it', () => {
    const { body, dropped } = write(
      history(
        { kind: 'reasoning', text: 'Hm.', seal: foreign },
        { kind: 'reasoning', text: '', seal: foreign, isRedacted: true },
        { ...call, seal: foreign },
      ),
    );
    expect(body.contents).toEqual([
      { role: 'user', parts: [{ text: 'Hi' }] },
      {
        role: 'model',
        parts: [{ text: 'Hm.', thought: true }, { functionCall: { id: 'a', name: 'f', args: {} } }],
      },
    ]);
    expect(dropped).toEqual(['reasoning', 'seal']);
  });

  test('that is missing is made up for on the first call, for models that demand one', () => {
    const { body } = write(
      history({ ...call, seal: foreign }, { ...call, id: 'b' }),
      'gemini-3.1-pro-preview',
    );
    expect(body.contents).toEqual([
      { role: 'user', parts: [{ text: 'Hi' }] },
      {
        role: 'model',
        parts: [
          {
            functionCall: { id: 'a', name: 'f', args: {} },
            thoughtSignature: 'skip_thought_signature_validator',
          },
          { functionCall: { id: 'b', name: 'f', args: {} } },
        ],
      },
    ]);
  });
});

describe('a picture in the result of a tool', () => {
  const turns: CanonRequest['turns'] = [
    ...hello,
    { from: 'assistant', blocks: [call] },
    {
      from: 'user',
      blocks: [
        {
          kind: 'tool-result',
          callId: 'a',
          blocks: [
            { kind: 'text', text: 'one' },
            { kind: 'image', source: png },
            { kind: 'text', text: 'two' },
          ],
        },
      ],
    },
  ];
  const functionResponse = { id: 'a', name: 'f', response: { result: 'one\ntwo' } };
  const parts = [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }];

  test('goes within it', () => {
    const { body } = write({ turns });
    expect(body.contents).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { ...functionResponse, parts } }] },
    ]);
  });

  test('goes behind it, for models that know text alone there', () => {
    const { body, approximated } = write({ turns }, 'gemini-2.5-flash');
    expect(body.contents).toMatchObject([{}, {}, { parts: [{ functionResponse }, ...parts] }]);
    expect(approximated).toEqual(['tool-result']);
  });
});

describe('how much to think', () => {
  test.each<[string, Reasoning, object | undefined, string[]]>([
    ['gemini-3-flash-preview', { effort: 'minimal' }, { thinkingLevel: 'MINIMAL' }, []],
    ['gemini-3-flash-preview', { effort: 'none' }, { thinkingLevel: 'MINIMAL' }, ['reasoning']],
    ['gemini-3-flash-preview', { effort: 'xhigh' }, { thinkingLevel: 'HIGH' }, ['reasoning']],
    ['gemini-3-flash-preview', { budgetTokens: 5_000 }, { thinkingLevel: 'MEDIUM' }, ['reasoning']],
    ['gemini-3.1-pro-preview', { effort: 'minimal' }, { thinkingLevel: 'LOW' }, ['reasoning']],
    ['gemini-3-pro-preview', { effort: 'medium' }, { thinkingLevel: 'HIGH' }, ['reasoning']],
    ['gemini-2.5-flash', { effort: 'none' }, { thinkingBudget: 0 }, ['reasoning']],
    ['gemini-2.5-flash', { effort: 'high' }, { thinkingBudget: 24_576 }, ['reasoning']],
    ['gemini-2.5-flash', { budgetTokens: 5_000 }, { thinkingBudget: 5_000 }, []],
    ['gemini-2.5-flash-lite', { budgetTokens: 100 }, { thinkingBudget: 512 }, ['reasoning']],
    ['gemini-2.5-pro', { budgetTokens: 0 }, { thinkingBudget: 128 }, ['reasoning']],
    ['gemini-2.5-pro', { isShown: true }, { includeThoughts: true }, []],
    ['upstream-model', { effort: 'low', budgetTokens: 9 }, { thinkingLevel: 'LOW' }, []],
    ['upstream-model', { budgetTokens: 9 }, { thinkingBudget: 9 }, []],
    ['upstream-model', {}, undefined, []],
  ])('%s %j', (model, reasoning, thinkingConfig, approximated) => {
    const written = write({ reasoning }, model);
    expect(written.body.generationConfig).toEqual(thinkingConfig && { thinkingConfig });
    expect(written.approximated).toEqual(approximated);
  });

  test('is not said to models that do not think', () => {
    expect(write({ reasoning: { effort: 'high' } }, 'gemini-2.0-flash').dropped).toEqual(['reasoning']);
    expect(write({ reasoning: { effort: 'none' } }, 'gemini-2.0-flash').dropped).toEqual([]);
  });
});

test('penalties are kept from models that refuse them, unless they say nothing', () => {
  const sampling = { presencePenalty: 0, frequencyPenalty: 0.5 };
  const { body, dropped } = write({ sampling }, 'gemini-2.5-pro');
  expect(body.generationConfig).toEqual({ presencePenalty: 0 });
  expect(dropped).toEqual(['frequencyPenalty']);
});

test('the vendor’s own schemas are written for models that know nothing else', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: ['string', 'null'] } },
    additionalProperties: false,
  };
  const { body, approximated } = write(
    {
      tools: [
        { name: 'f', schema },
        { name: 'g', schema: { type: 'object', properties: {} } },
      ],
    },
    'gemini-2.0-flash',
  );
  const parameters = {
    type: 'OBJECT',
    properties: { a: { type: 'STRING', nullable: true } },
    propertyOrdering: ['a'],
  };
  expect(body.tools).toEqual([{ functionDeclarations: [{ name: 'f', parameters }, { name: 'g' }] }]);
  expect(approximated).toEqual(['schema']);
});

test('a format beside tools is asked for in words of models before the third generation, which refuse it there', () => {
  const asked = {
    tools: [{ name: 'f' }],
    format: { kind: 'schema' as const, schema: { type: 'object' } },
    instructions: [{ kind: 'text' as const, text: 'Be brief.' }],
  };
  const { body, approximated } = write(asked, 'gemini-2.5-flash');
  expect(body.generationConfig).toBeUndefined();
  const words = expect.stringMatching(/^Answer with JSON.*\{"type":"object"\}$/);
  expect(body.systemInstruction).toEqual({ parts: [{ text: 'Be brief.' }, { text: words }] });
  expect(approximated).toEqual(['format']);
  const json = { responseMimeType: 'application/json', responseJsonSchema: { type: 'object' } };
  for (const taken of [write(asked, 'gemini-3-flash'), write({ ...asked, tools: [] }, 'gemini-2.5-flash')])
    expect(taken.body.generationConfig).toEqual(json);
});
