import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const path = '/v1beta/models/gemini-2.5-pro:generateContent';
const key = { 'x-goog-api-key': 'k' };
const user = { role: 'user', parts: [{ text: 'hi' }] };
const call = { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] };
const response = { role: 'user', parts: [{ functionResponse: { name: 'f', response: {} } }] };
const part = (value: unknown) => ({ contents: [{ parts: [value] }] });
const schema = (parameters: object) => ({
  contents: [user],
  tools: [{ functionDeclarations: [{ name: 'f', parameters }] }],
});

const refusals: [string, unknown, string][] = [
  ['not JSON', '{"contents":', 'Invalid JSON payload received.'],
  ['no contents', {}, '* GenerateContentRequest.contents: contents is not specified'],
  ['empty contents', { contents: [] }, 'contents is not specified'],
  [
    'no parts',
    { contents: [{ role: 'user', parts: [] }] },
    'contents[0].parts: contents.parts must not be empty.',
  ],
  ['an empty part', part({}), "contents[0].parts[0].data: required oneof field 'data' must have one"],
  ['a part of two kinds', part({ text: 'a', inlineData: {} }), "oneof field 'data' is already set"],
  ['a wrong role', { contents: [{ ...user, role: 'assistant' }] }, 'Please use a valid role: user, model.'],
  [
    'a member of another dialect',
    { contents: [user], messages: [] },
    'Unknown name "messages": Cannot find field.',
  ],
  [
    'a part of another dialect',
    part({ type: 'text', text: 'hi' }),
    `Unknown name "type" at 'contents[0].parts[0]'`,
  ],
  ['arguments in a string', part({ functionCall: { name: 'f', args: '{}' } }), 'google.protobuf.Struct'],
  [
    'a response in a string',
    part({ functionResponse: { name: 'f', response: 'r' } }),
    'google.protobuf.Struct',
  ],
  ['a signature in the wrong alphabet', part({ text: 'a', thoughtSignature: '§' }), 'TYPE_BYTES'],
  ['a signature on text', part({ text: 'a', thoughtSignature: 'Zm9v' }), 'Corrupted thought signature.'],
  ['a response to no call', { contents: [user, response] }, 'comes immediately after a function call turn'],
  ['a call without a response', { contents: [user, call, user] }, 'the number of function response parts'],
  [
    'a response of another name',
    { contents: [user, call, { parts: [{ functionResponse: { name: 'g', response: {} } }] }] },
    'the number of function response parts',
  ],
  [
    'a call at the start',
    { contents: [call, response] },
    'function call turn comes immediately after a user turn',
  ],
  ['a word of JSON schema', schema({ type: 'object', $schema: 'x' }), 'Unknown name "$schema"'],
  [
    'a word of JSON schema deep down',
    schema({ type: 'object', properties: { a: { type: 'object', additionalProperties: false } } }),
    `Unknown name "additionalProperties" at 'tools[0].function_declarations[0].parameters.properties[a].value'`,
  ],
  [
    'a name that begins with a digit',
    { contents: [user], tools: [{ functionDeclarations: [{ name: '1f' }] }] },
    'Must start with a letter or an underscore.',
  ],
  [
    'a mode without functions',
    { contents: [user], toolConfig: { functionCallingConfig: { mode: 'ANY' } } },
    'Function calling config is set without function_declarations.',
  ],
  [
    'a hot temperature',
    { contents: [user], generationConfig: { temperature: 3 } },
    'generation_config.temperature: temperature must be in the range [0, 2].',
  ],
  [
    'a budget and a level',
    { contents: [user], generationConfig: { thinkingConfig: { thinkingBudget: 1, thinkingLevel: 'LOW' } } },
    'only one of thinking budget and thinking level',
  ],
  ['a wrong control', part({ text: '[[chunks=x]]' }), 'The control'],
  ['a control of another dialect', part({ text: '[[failed]]' }), '[[failed]]'],
];

test.each(refusals)('%s is refused in the shape of the vendor', async (_name, body, words) => {
  const { post, entry } = await startSandbox();
  const answer = await post(path, body, key);
  expect(answer.status).toBe(400);
  const error = { code: 400, message: expect.stringContaining(words), status: 'INVALID_ARGUMENT' };
  expect(await answer.json()).toEqual({ error });
  expect(await entry(1)).toMatchObject({ dialect: 'generate-content', outcome: 'failed', status: 400 });
});

test('names in snake_case are understood', async () => {
  const { post } = await startSandbox();
  const body = {
    contents: [user],
    system_instruction: { parts: [{ text: 'four' }] },
    generation_config: { max_output_tokens: 1, stop_sequences: ['x'] },
  };
  const answer = await post(path, body, key);
  expect(await answer.json()).toMatchObject({ usageMetadata: { promptTokenCount: 2 } });
});

test('one content and one part are taken for lists of one', async () => {
  const { post } = await startSandbox();
  const body = { contents: { parts: { text: 'four' } }, system_instruction: { parts: { text: 'four' } } };
  const answer = await post(path, body, key);
  expect(await answer.json()).toMatchObject({ usageMetadata: { promptTokenCount: 2 } });
});

test('a key is taken from the header or the query', async () => {
  const { post } = await startSandbox();
  expect((await post(path, { contents: [user] })).status).toBe(403);
  expect((await post(`${path}?key=k`, { contents: [user] })).status).toBe(200);
});

test('an action that is not played is 404', async () => {
  const { post } = await startSandbox();
  const answer = await post('/v1beta/models/m:generateAnswer', {}, key);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 404, status: 'NOT_FOUND' } });
});
