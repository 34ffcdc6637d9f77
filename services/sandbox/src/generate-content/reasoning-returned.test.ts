import { ApiError, type Content, type FunctionDeclaration, GoogleGenAI } from '@google/genai';
import { expect, test } from 'vitest';
import { startSandbox } from '../testing/start-sandbox.ts';

const clock: FunctionDeclaration = { name: 'get_time' };
const model = 'gemini-3-pro';

/** A chat in which a function was called, and what the SDK would send back with its result. */
async function calledChat(named = model) {
  const { url } = await startSandbox();
  const { models, chats } = new GoogleGenAI({ apiKey: 'AIza-test', httpOptions: { baseUrl: url } });
  const config = { tools: [{ functionDeclarations: [clock] }] };
  const chat = chats.create({ model: named, config });
  await chat.sendMessage({ message: '[[tool get_time {"zone":"utc","at":1}]] now' });
  const message = { functionResponse: { name: 'get_time', response: { time: 'noon' } } };
  const history = chat.getHistory();
  const answer = (contents: Content[]) =>
    models.generateContent({
      model: named,
      config,
      contents: [...contents, { role: 'user', parts: [message] }],
    });
  const change = (part: object): Content[] =>
    history.map((content) =>
      content.role === 'model'
        ? { ...content, parts: content.parts?.map((old) => ({ ...old, ...part })) }
        : content,
    );
  return { chat, message, answer, change };
}

test('a signature that comes back as it went out is accepted', async () => {
  const { chat, message } = await calledChat();
  expect((await chat.sendMessage({ message })).text).toBe('{"time":"noon"}');
});

test.each([
  [
    'a forged signature',
    { thoughtSignature: Buffer.from('forged').toString('base64') },
    'Corrupted thought signature.',
  ],
  ['no signature', { thoughtSignature: undefined }, 'missing a thought_signature'],
  ['other arguments', { functionCall: { name: 'get_time', args: { zone: 'cet', at: 1 } } }, 'Corrupted'],
])('a call with %s is refused', async (_name, part, words) => {
  const { answer, change } = await calledChat();
  const error = await answer(change(part)).catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 400, message: expect.stringContaining(words) });
});

test('a chat that streams goes on, although its SDK sends every chunk back as a content of its own', async () => {
  const { url } = await startSandbox();
  const { chats } = new GoogleGenAI({ apiKey: 'AIza-test', httpOptions: { baseUrl: url } });
  const thinkingConfig = { includeThoughts: true };
  const chat = chats.create({
    model,
    config: { thinkingConfig, tools: [{ functionDeclarations: [clock] }] },
  });
  const asking = await chat.sendMessageStream({
    message: '[[reasoning=10]] [[tool get_time]] [[tool get_time]]',
  });
  const calls = (await Array.fromAsync(asking)).flatMap(({ functionCalls = [] }) => functionCalls);
  expect(calls).toHaveLength(2);
  expect(chat.getHistory().filter(({ role }) => role === 'model').length).toBeGreaterThan(1);
  const message = calls.map(({ id = '' }) => ({
    functionResponse: { id, name: 'get_time', response: { time: 'noon' } },
  }));
  expect((await chat.sendMessage({ message })).text).toContain('noon');
});

test('the order of arguments is no matter, and older models want no signature', async () => {
  const { answer, change } = await calledChat();
  const reordered = { functionCall: { name: 'get_time', args: { at: 1, zone: 'utc' } } };
  expect((await answer(change(reordered))).text).toBe('{"time":"noon"}');
  const old = await calledChat('gemini-2.5-flash');
  expect((await old.answer(old.change({ thoughtSignature: undefined }))).text).toBe('{"time":"noon"}');
});
