import { FaultError } from '@headgate/runtime/errors';
import { describe, expect, test } from 'vitest';
import { decodeRequest } from './decode-request.ts';

const route = { model: 'some-model', stream: true };
const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
const call = (name: string, id?: string) => ({ functionCall: { name, id, args: {} } });
const result = (name: string, response: object, id?: string) => ({
  functionResponse: { name, id, response },
});

function read(body: object) {
  return decodeRequest({ contents, ...body }, route);
}

describe('a request is refused, and the member at fault named', () => {
  test.each<[string, unknown]>([
    ['', []],
    ['contents', {}],
    ['contents', { contents: [] }],
    ['contents', { contents: 'Hi' }],
    ['contents[0].role', { contents: [{ role: 'system', parts: [] }] }],
    ['contents[0].parts[0].text', { contents: [{ parts: [{ text: 7 }] }] }],
    ['contents[0].parts[0].executableCode', { contents: [{ parts: [{ executableCode: {} }] }] }],
    ['contents[0].parts[0].functionCall', { contents: [{ parts: [call('f')] }] }],
    [
      'contents[0].parts[0].functionCall.name',
      { contents: [{ role: 'model', parts: [{ functionCall: {} }] }] },
    ],
    ['contents[0].parts[0].functionResponse', { contents: [{ parts: [result('f', {})] }] }],
    ['contents[0].parts[0].functionResponse', { contents: [{ role: 'model', parts: [result('f', {})] }] }],
    [
      'contents[0].parts[0].inlineData.data',
      { contents: [{ parts: [{ inlineData: { mimeType: 'image/png' } }] }] },
    ],
    ['contents[0].parts[0].fileData.fileUri', { contents: [{ parts: [{ file_data: {} }] }] }],
    ['systemInstruction.parts[0].text', { contents, system_instruction: { parts: [{ inlineData: {} }] } }],
    ['cachedContent', { contents, cachedContent: 'cachedContents/abc' }],
    ['continuationToken', { contents, continuation_token: 'abc' }],
    ['tools[0].googleSearch', { contents, tools: [{ google_search: {} }] }],
    ['tools[1].codeExecution', { contents, tools: [{}, { codeExecution: {} }] }],
    ['tools[0].urlContext', { contents, tools: { urlContext: {} } }],
    ['tools[0].functionDeclarations[0].name', { contents, tools: [{ functionDeclarations: [{}] }] }],
    [
      'toolConfig.functionCallingConfig.mode',
      { contents, toolConfig: { functionCallingConfig: { mode: 'SOME' } } },
    ],
    ['generationConfig.candidateCount', { contents, generationConfig: { candidateCount: 2 } }],
    ['generationConfig.temperature', { contents, generationConfig: { temperature: 'hot' } }],
    [
      'generationConfig.responseModalities',
      { contents, generationConfig: { responseModalities: ['IMAGE'] } },
    ],
    [
      'generationConfig.responseMimeType',
      { contents, generationConfig: { responseMimeType: 'text/x.enum' } },
    ],
    [
      'generationConfig.thinkingConfig',
      { contents, generationConfig: { thinkingConfig: { thinkingBudget: 9, thinkingLevel: 'LOW' } } },
    ],
    [
      'generationConfig.thinkingConfig.thinkingBudget',
      { contents, generationConfig: { thinkingConfig: { thinkingBudget: -2 } } },
    ],
  ])('%s', (param, body) => {
    const refusal = expect.objectContaining({
      fault: expect.objectContaining({ code: 'invalid_request', param }),
    });
    expect(() => decodeRequest(body, route)).toThrow(FaultError);
    expect(() => decodeRequest(body, route)).toThrow(refusal);
  });
});

test('model and stream are the route’s, whatever the body says', () => {
  expect(read({ model: 'models/other', stream: false })).toMatchObject({ ...route, extras: {} });
});

test('names in snake case, and one thing where a list is meant, say the same', () => {
  const snake = {
    contents: { parts: { inline_data: { mime_type: 'image/png', data: 'AA==' } } },
    system_instruction: { parts: { text: 'Be brief.' } },
    generation_config: {
      max_output_tokens: 5,
      thinking_config: { thinking_level: 'low', include_thoughts: true },
    },
    tools: { function_declarations: { name: 'f', parameters_json_schema: { some_name: 1 } } },
    tool_config: { function_calling_config: { mode: 'NONE' } },
  };
  const camel = {
    contents: [{ role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }] }],
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    generationConfig: {
      maxOutputTokens: 5,
      thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true },
    },
    tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: { some_name: 1 } }] }],
    toolConfig: { functionCallingConfig: { mode: 'NONE' } },
  };
  expect(decodeRequest(snake, route)).toEqual(decodeRequest(camel, route));
});

test("bytes in the other alphabet of base64, as Google's SDK for Python writes them, are read in the usual one", () => {
  const inlineData = { mimeType: 'image/png', data: '-_-_' };
  const { turns } = read({
    contents: [
      { role: 'user', parts: [{ inlineData }] },
      { role: 'model', parts: [{ inlineData }, call('f', '1')] },
      { role: 'user', parts: [{ functionResponse: { name: 'f', id: '1', parts: [{ inlineData }] } }] },
    ],
  });
  const source = { kind: 'bytes', mediaType: 'image/png', base64: '+/+/' };
  expect(turns.map(({ blocks }) => blocks[0])).toEqual([
    { kind: 'image', source },
    { kind: 'picture', mediaType: 'image/png', base64: '+/+/' },
    {
      kind: 'tool-result',
      callId: '1',
      blocks: [
        { kind: 'text', text: '{}' },
        { kind: 'image', source },
      ],
    },
  ]);
});

test('options without a canonical form are kept aside, under the names they have on the wire', () => {
  const { extras } = read({
    contents: [{ parts: [{ fileData: { fileUri: 'https://youtu.be/abc' }, videoMetadata: { fps: 1 } }] }],
    safetySettings: [],
    generationConfig: { mediaResolution: 'MEDIA_RESOLUTION_LOW', imageConfig: {} },
    toolConfig: { retrievalConfig: {} },
    tools: [{ functionDeclarations: [{ name: 'f', response: {} }] }],
  });
  expect(extras).toEqual({
    safetySettings: [],
    videoMetadata: { fps: 1 },
    'generationConfig.mediaResolution': 'MEDIA_RESOLUTION_LOW',
    'generationConfig.imageConfig': {},
    'toolConfig.retrievalConfig': {},
    'functionDeclarations.response': {},
  });
});

describe('ids of calls', () => {
  const ask = (parts: object[], answers: object[]) =>
    read({ contents: [...contents, { role: 'model', parts }, { role: 'function', parts: answers }] }).turns;
  const idsOf = (turn: ReturnType<typeof ask>[number] | undefined) =>
    turn?.blocks.map((block) =>
      block.kind === 'tool-result' ? block.callId : 'id' in block ? block.id : '',
    );

  test('are made from their place, and recovered by name and order', () => {
    const turns = ask([call('f'), call('g'), call('f')], [result('g', {}), result('f', {}), result('f', {})]);
    expect(idsOf(turns[1])).toEqual(['call_1_0', 'call_1_1', 'call_1_2']);
    expect(idsOf(turns[2])).toEqual(['call_1_1', 'call_1_0', 'call_1_2']);
  });

  test('are kept where the client has them', () => {
    const turns = ask([call('f', 'a'), call('f', 'b')], [result('f', {}, 'b'), result('f', {}, 'a')]);
    expect(idsOf(turns[2])).toEqual(['b', 'a']);
  });

  test('that are named are taken first, and leave the others to order', () => {
    const turns = ask([call('f'), call('f', 'b')], [result('f', {}, 'b'), result('f', {})]);
    expect(idsOf(turns[2])).toEqual(['b', 'call_1_0']);
  });

  test('that a result invents are replaced by those of the call of its name', () => {
    expect(idsOf(ask([call('f')], [result('f', {}, 'made-up')])[2])).toEqual(['call_1_0']);
  });
});

test.each([
  [{ result: 'warm' }, { blocks: [{ kind: 'text', text: 'warm' }] }],
  [{ output: 'warm' }, { blocks: [{ kind: 'text', text: 'warm' }] }],
  [{ error: 'no clock' }, { blocks: [{ kind: 'text', text: 'no clock' }], isError: true }],
  [{ result: { degrees: 4 } }, { blocks: [{ kind: 'text', text: '{"degrees":4}' }] }],
  [{ result: 'warm', error: 'old' }, { blocks: [{ kind: 'text', text: '{"result":"warm","error":"old"}' }] }],
  [{ result: '' }, { blocks: [] }],
])('the result %j is read as the text that it holds', (response, said) => {
  const { turns } = read({
    contents: [...contents, { role: 'model', parts: [call('f')] }, { parts: [result('f', response)] }],
  });
  expect(turns[2]?.blocks).toEqual([{ kind: 'tool-result', callId: 'call_1_0', ...said }]);
});

test('what only the vendor understands stays where it stood in the history, for its own eyes', () => {
  const code = { executableCode: { language: 'PYTHON', code: '1+1' } };
  const { turns } = read({
    contents: [...contents, { role: 'model', parts: [code, { text: '' }, { text: '2' }] }],
  });
  expect(turns[1]?.blocks).toEqual([
    { kind: 'opaque', dialect: 'generate-content', json: code },
    { kind: 'text', text: '2' },
  ]);
});

test.each([
  ['as it went in', btoa('headgate.seal.messages.EqQ?')],
  ['in the other alphabet of base64', Buffer.from('headgate.seal.messages.EqQ?').toString('base64url')],
  ['as it went in before it was base64', 'headgate.seal.messages.EqQ?'],
])('a seal of another dialect comes out of the slot %s', (_, thoughtSignature) => {
  const part = { text: 'Hm', thought: true, thoughtSignature };
  const { turns } = read({ contents: [...contents, { role: 'model', parts: [part] }] });
  expect(turns[1]?.blocks).toEqual([
    { kind: 'reasoning', text: 'Hm', seal: { dialect: 'messages', value: 'EqQ?' } },
  ]);
});

test('a streamed answer that comes back in its pieces is the answer that it was', () => {
  const piece = (part: object) => ({ role: 'model', parts: [part] });
  const { turns } = read({
    contents: [
      ...contents,
      piece({ text: 'H', thought: true }),
      piece({ text: 'm', thought: true }),
      piece({ text: '', thought: true, thoughtSignature: 'S1' }),
      piece({ thought: true, thoughtSignature: 'S2' }),
      { role: 'model', parts: [{ text: 'Y' }, { text: 'es' }] },
      piece({ text: '', thoughtSignature: 'S3' }),
      piece({ text: '' }),
    ],
  });
  const seal = (value: string) => ({ dialect: 'generate-content', value });
  expect(turns[1]?.blocks).toEqual([
    { kind: 'reasoning', text: 'Hm', seal: seal('S1') },
    { kind: 'reasoning', text: '', seal: seal('S2'), isRedacted: true },
    { kind: 'text', text: 'Yes', seal: seal('S3') },
  ]);
});

test.each([
  [{ thinkingBudget: 0 }, { budgetTokens: 0 }],
  [
    { thinkingBudget: -1, includeThoughts: false },
    { effort: 'medium', isShown: false },
  ],
  [{ thinkingLevel: 'minimal' }, { effort: 'minimal' }],
  [{ thinkingLevel: 'XHIGH' }, { effort: 'xhigh' }],
  [{ thinkingLevel: 'THINKING_LEVEL_UNSPECIFIED', thinkingBudget: 3 }, { budgetTokens: 3 }],
])('thinkingConfig %j', (thinkingConfig, reasoning) => {
  expect(read({ generationConfig: { thinkingConfig } }).reasoning).toEqual(reasoning);
});

describe('responseFormat', () => {
  const schema = { type: 'object', properties: { a: { type: 'string' } } };
  const formatOf = (config: object) => read({ generationConfig: config });

  test.each([
    [[{ text: { mimeType: 'APPLICATION_JSON', schema } }], { kind: 'schema', schema, isEnforced: true }],
    [[{ text: { mime_type: 'application/json', schema } }], { kind: 'schema', schema, isEnforced: true }],
    [{ text: { schema } }, { kind: 'schema', schema, isEnforced: true }],
    [[{ text: { mimeType: 'APPLICATION_JSON' } }], { kind: 'json' }],
    [[{ text: { mimeType: 'TEXT_PLAIN' } }], undefined],
    [[{ text: {} }], undefined],
    [[], undefined],
  ])('%j is the same as what came before it', (responseFormat, format) => {
    const request = formatOf({ responseFormat });
    expect(request.format).toEqual(format);
    expect(request.extras).toEqual({});
  });

  test('that says nothing leaves the word to them', () => {
    const config = { responseFormat: [{ text: {} }], responseJsonSchema: schema };
    expect(formatOf(config).format).toEqual({ kind: 'schema', schema, isEnforced: true });
  });

  test.each([
    [{ responseFormat: [{ image: { imageSize: '1K' } }] }, 'responseFormat[0].image'],
    [{ responseFormat: [{ text: {} }, { text: {} }] }, 'responseFormat'],
    [{ responseFormat: [{ text: { mimeType: 'text/x.enum' } }] }, 'responseFormat[0].text.mimeType'],
    [{ responseFormat: [{ text: { schema: 1 } }] }, 'responseFormat[0].text.schema'],
  ])('%j is refused', (config, param) => {
    expect(() => formatOf(config)).toThrow(
      expect.objectContaining({
        fault: expect.objectContaining({ status: 400, param: `generationConfig.${param}` }),
      }),
    );
  });
});

test.each([
  [{ mode: 'AUTO' }, { kind: 'auto' }, ['f', 'g', 'h']],
  [{ mode: 'VALIDATED' }, { kind: 'auto' }, ['f', 'g', 'h']],
  [{ mode: 'ANY', allowedFunctionNames: ['g'] }, { kind: 'tool', name: 'g' }, ['f', 'g', 'h']],
  [{ mode: 'ANY', allowedFunctionNames: ['g', 'h'] }, { kind: 'any' }, ['g', 'h']],
  [{}, undefined, ['f', 'g', 'h']],
])('functionCallingConfig %j', (functionCallingConfig, toolChoice, names) => {
  const functionDeclarations = ['f', 'g', 'h'].map((name) => ({ name }));
  const request = read({ tools: [{ functionDeclarations }], toolConfig: { functionCallingConfig } });
  expect(request.toolChoice).toEqual(toolChoice);
  expect(request.tools.map(({ name }) => name)).toEqual(names);
});

test.each([
  ['https://generativelanguage.googleapis.com/v1beta/files/abc', 'image/png', 'image', 'stored'],
  ['gs://bucket/talk.mp3', 'audio/mp3', 'audio', 'stored'],
  ['https://example.com/cat.PNG?size=2', undefined, 'image', 'url'],
  ['https://youtu.be/abc', undefined, 'file', 'url'],
])('%s is read as %s', (fileUri, mimeType, kind, source) => {
  const { turns } = read({ contents: [{ parts: [{ fileData: { fileUri, mimeType } }] }] });
  expect(turns[0]?.blocks).toMatchObject([{ kind, source: { kind: source } }]);
});

test('results that stand twice beside each other, as a resumed Gemini CLI has them, are taken once', () => {
  const answers = [result('f', { output: 1 }, 'a'), result('f', { output: 2 }, 'b')];
  const of = (...parts: object[]) => [
    ...contents,
    { role: 'model', parts: [call('f', 'a'), call('f', 'b')] },
    { role: 'user', parts },
  ];
  expect(read({ contents: of(...answers, ...answers) })).toEqual(read({ contents: of(...answers) }));
  const other = result('f', { output: 3 }, 'a');
  expect(read({ contents: of(...answers, other) }).turns.at(-1)?.blocks).toHaveLength(3);
});

test('results without ids answer a call each, though they say the same', () => {
  const parts = [result('f', { output: 1 }), result('f', { output: 1 })];
  const { turns } = read({
    contents: [
      { role: 'model', parts: [call('f'), call('f')] },
      { role: 'user', parts },
    ],
  });
  expect(turns.at(-1)?.blocks).toHaveLength(2);
});
