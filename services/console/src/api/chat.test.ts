import { afterEach, expect, test, vi } from 'vitest';
import { type ChatEvent, readChunk, streamChat } from './chat.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const request = { model: 'm', messages: [{ role: 'user' as const, content: 'hi' }] };
const chunk = (text: string) => `data: {"choices":[{"delta":{"content":${JSON.stringify(text)}}}]}\n\n`;

async function read(
  body: string,
  status = 200,
): Promise<{ events: ChatEvent[]; error: unknown; sent: unknown }> {
  let sent: unknown;
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent = JSON.parse(String(init.body));
    return new Response(body, { status });
  });
  const events: ChatEvent[] = [];
  try {
    for await (const event of streamChat(request, new AbortController().signal)) events.push(event);
    return { events, error: undefined, sent };
  } catch (error) {
    return { events, error, sent };
  }
}

test('an answer comes piece by piece, and its usage at the end', async () => {
  const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}\n\n';
  const { events, error, sent } = await read(`${chunk('Hel')}${chunk('lo')}${usage}data: [DONE]\n\n`);
  expect([events, error]).toEqual([
    [
      { type: 'text', text: 'Hel' },
      { type: 'text', text: 'lo' },
      { type: 'usage', input: 3, output: 2 },
    ],
    undefined,
  ]);
  expect(sent).toMatchObject({ stream: true, stream_options: { include_usage: true } });
});

test('what came before an error stays, and the error says its words', async () => {
  const { events, error } = await read(
    `${chunk('Hel')}data: {"error":{"message":"The upstream broke off."}}\n\n`,
  );
  expect(events).toEqual([{ type: 'text', text: 'Hel' }]);
  expect(error).toMatchObject({ kind: 'refused', message: 'The upstream broke off.' });
});

test('an answer without its end broke off', async () => {
  expect(await read(chunk('Hel'))).toMatchObject({ error: { kind: 'unreachable' } });
});

test('a refusal is in the words of the API, and no session is what it is', async () => {
  const refusal = '{"error":{"message":"The model does not exist."}}';
  expect(await read(refusal, 404)).toMatchObject({
    error: { kind: 'refused', message: 'The model does not exist.' },
  });
  expect(await read(refusal, 401)).toMatchObject({ error: { kind: 'signed-out' } });
  expect(await read('<html>', 502)).toMatchObject({ error: { kind: 'unavailable' } });
});

test('reasoning is told apart from the answer', () => {
  expect(readChunk('{"choices":[{"delta":{"reasoning_content":"hm","content":null}}],"usage":null}')).toEqual(
    [{ type: 'reasoning', text: 'hm' }],
  );
});
