import {
  ApiError,
  FunctionCallingConfigMode,
  type FunctionDeclaration,
  GoogleGenAI,
  Type,
} from '@google/genai';
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const weather: FunctionDeclaration = {
  name: 'get_weather',
  parameters: { type: Type.OBJECT, properties: { city: { type: Type.STRING } }, required: ['city'] },
};
const clock: FunctionDeclaration = { name: 'get_time' };
const model = 'gemini-3-pro';

async function start(apiKey = 'AIza-test') {
  const sandbox = await startSandbox();
  const { models } = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: sandbox.url } });
  return { sandbox, models };
}

async function failure(reading: Promise<unknown>): Promise<ApiError> {
  const error = await reading.catch((cause: unknown) => cause);
  if (error instanceof ApiError) return error;
  throw new Error(`Not an ApiError: ${String(error)}`);
}

test('a plain answer says back what was asked', async () => {
  const { models, sandbox } = await start();
  const answer = await models.generateContent({ model, contents: 'Grüße 🌍' });
  expect(answer).toMatchObject({
    candidates: [{ content: { role: 'model', parts: [{ text: 'Grüße 🌍' }] }, finishReason: 'STOP' }],
    modelVersion: model,
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 3, totalTokenCount: 6 },
  });
  expect(answer.usageMetadata?.thoughtsTokenCount).toBeUndefined();
  expect(await sandbox.entry(1)).toMatchObject({ dialect: 'generate-content', model, outcome: 'served' });
});

test('a stream is the same answer, its reason to finish on the last chunk and its usage growing', async () => {
  const { models } = await start();
  const contents = '[[reasoning=20 cached=3]] a text that is longer than a piece 🌍';
  const config = { thinkingConfig: { includeThoughts: true } };
  const whole = await models.generateContent({ model, contents, config });
  const chunks = [];
  for await (const chunk of await models.generateContentStream({ model, contents, config }))
    chunks.push(chunk);
  const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
  const said = (isThought: boolean) =>
    parts.flatMap(({ text, thought }) => (isThought === (thought ?? false) ? [text] : [])).join('');
  const [thoughts, text] = whole.candidates?.[0]?.content?.parts ?? [];
  expect(thoughts).toEqual({ text: said(true), thought: true });
  expect(text).toEqual({ text: said(false) });
  expect(chunks.flatMap((chunk) => chunk.candidates?.[0]?.finishReason ?? [])).toEqual(['STOP']);
  expect(chunks.at(-1)?.candidates?.[0]?.finishReason).toBe('STOP');
  const totals = chunks.map(({ usageMetadata }) => usageMetadata?.totalTokenCount ?? 0);
  expect(totals).toEqual([...totals].sort((one, other) => one - other));
  expect(totals[0]).toBeLessThan(totals.at(-1) ?? 0);
  expect(chunks.at(-1)?.usageMetadata).toEqual(whole.usageMetadata);
  expect(whole.usageMetadata).toMatchObject({ thoughtsTokenCount: 20, cachedContentTokenCount: 3 });
});

test('candidates exclude the thoughts, which count even when they are not shown', async () => {
  const { models, sandbox } = await start();
  const contents = '[[reasoning=20]] four';
  const { candidates, usageMetadata } = await models.generateContent({ model, contents });
  expect(candidates?.[0]?.content?.parts).toEqual([{ text: 'four' }]);
  expect(usageMetadata).toMatchObject({ candidatesTokenCount: 1, thoughtsTokenCount: 20 });
  const chunks = [];
  for await (const chunk of await models.generateContentStream({ model, contents })) chunks.push(chunk);
  expect(chunks.map(({ text }) => text).join('')).toBe('four');
  expect(chunks.at(-1)?.usageMetadata).toEqual(usageMetadata);
  expect((await sandbox.entry(2)).usage).toMatchObject({ outputTokens: 21, reasoningTokens: 20 });
});

test('without alt=sse a stream is one JSON array', async () => {
  const { sandbox } = await start();
  const body = { contents: [{ parts: [{ text: '[[chunks=3 size=4]]' }] }] };
  const path = `/v1beta/models/${model}:streamGenerateContent`;
  const response = await sandbox.post(`${path}?key=k`, body);
  expect(response.headers.get('content-type')).toContain('application/json');
  const chunks: unknown = await response.json();
  const counted = [1, 2, 3, 3].map((candidatesTokenCount) => ({ usageMetadata: { candidatesTokenCount } }));
  expect(chunks).toMatchObject(counted);
  expect(chunks).toMatchObject([{}, {}, {}, { candidates: [{ finishReason: 'STOP' }] }]);
  const refused = await sandbox.post(`${path}?key=bad`, body);
  expect(await refused.json()).toMatchObject([{ error: { code: 400, status: 'INVALID_ARGUMENT' } }]);
});

test('parallel calls come whole, the first one signed, and their results are said back', async () => {
  const { models } = await start();
  const config = { tools: [{ functionDeclarations: [weather, clock] }] };
  const question = {
    role: 'user',
    parts: [{ text: '[[tool get_weather {"city":"São Paulo"}]] [[tool get_time]]' }],
  };
  const chunks = [];
  const stream = await models.generateContentStream({ model, contents: [question], config });
  for await (const chunk of stream) chunks.push(chunk);
  const parts = chunks.flatMap((chunk) => chunk.candidates?.[0]?.content?.parts ?? []);
  const calls = parts.filter(({ functionCall }) => functionCall);
  expect(calls).toMatchObject([
    {
      functionCall: { name: 'get_weather', args: { city: 'São Paulo' } },
      thoughtSignature: expect.any(String),
    },
    { functionCall: { name: 'get_time', args: {} } },
  ]);
  expect(calls[1]?.thoughtSignature).toBeUndefined();
  const results = calls.map(({ functionCall }, index) => ({
    functionResponse: {
      id: functionCall?.id ?? '',
      name: functionCall?.name ?? '',
      response: { result: index },
    },
  }));
  const contents = [question, { role: 'model', parts: calls }, { role: 'user', parts: results }];
  const next = await models.generateContent({ model, contents, config });
  expect(next.text).toBe('{"result":0}\n{"result":1}');
});

test.each([
  ['ANY', { mode: FunctionCallingConfigMode.ANY }, ['get_weather']],
  ['ANY of some', { mode: FunctionCallingConfigMode.ANY, allowedFunctionNames: ['get_time'] }, ['get_time']],
  ['NONE', { mode: FunctionCallingConfigMode.NONE }, undefined],
])('the mode %s is obeyed', async (_name, functionCallingConfig, names) => {
  const { models } = await start();
  const config = {
    tools: [{ functionDeclarations: [weather, clock] }],
    toolConfig: { functionCallingConfig },
  };
  const { functionCalls } = await models.generateContent({ model, contents: 'hi', config });
  expect(functionCalls?.map(({ name }) => name)).toEqual(names);
});

test.each([
  ['a limit', 'one two three', { maxOutputTokens: 2 }, 'MAX_TOKENS', 'one two '],
  ['a stop word', 'one two three', { stopSequences: [' two'] }, 'STOP', 'one'],
  ['a filter', '[[filtered]] hi', {}, 'SAFETY', 'hi'],
])('%s ends an answer', async (_name, contents, config, reason, text) => {
  const { models } = await start();
  const answer = await models.generateContent({ model, contents, config });
  expect(answer.candidates?.[0]?.finishReason).toBe(reason);
  expect(answer.text).toBe(text);
});

test('a blocked prompt gets feedback and no candidate, streamed or not', async () => {
  const { models } = await start();
  const blocked = { model, contents: '[[blocked]] twelve bytes' };
  const answer = await models.generateContent(blocked);
  expect(answer.candidates).toBeUndefined();
  expect(answer).toMatchObject({
    promptFeedback: { blockReason: 'PROHIBITED_CONTENT' },
    usageMetadata: { promptTokenCount: 6, totalTokenCount: 6 },
  });
  const chunks = [];
  for await (const chunk of await models.generateContentStream(blocked)) chunks.push(chunk);
  expect(chunks).toMatchObject([{ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }]);
});

test('a schema gives JSON that fits', async () => {
  const { models } = await start();
  const responseSchema = { type: Type.OBJECT, properties: { age: { type: Type.INTEGER } } };
  const config = { responseMimeType: 'application/json', responseSchema };
  expect((await models.generateContent({ model, contents: 'hi', config })).text).toBe('{"age":1}');
});

test('tokens are counted without an answer', async () => {
  const { models, sandbox } = await start();
  expect((await models.countTokens({ model, contents: 'twelve bytes' })).totalTokens).toBe(3);
  expect(await sandbox.log()).toEqual([]);
});

test('refusals reach the SDK with their status', async () => {
  const { models } = await start();
  expect((await failure(models.generateContent({ model: 'unknown-1', contents: 'hi' }))).status).toBe(404);
  const limited = await failure(models.generateContent({ model: 'fault-status-429', contents: 'hi' }));
  expect(limited.status).toBe(429);
  expect(limited.message).toContain('RESOURCE_EXHAUSTED');
  const bad = await start('bad-key');
  const error = await failure(bad.models.generateContent({ model, contents: 'hi' }));
  expect(error.status).toBe(400);
  expect(error.message).toContain('API key not valid');
});

test('an error in a stream is thrown by the SDK', async () => {
  const { models } = await start();
  const stream = await models.generateContentStream({
    model: 'fault-error-in-stream',
    contents: 'hello there, how are you',
  });
  const reading = async () => {
    for await (const _chunk of stream);
  };
  expect((await failure(reading())).status).toBe(503);
});
