/** Streams that hold: signs of life while an upstream is silent, and the two forms of streams of generateContent. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { beginStream } from './testing/begin-stream.ts';
import { askPlainly, plainRequests } from './testing/plain-clients.ts';
import { createSdkClients } from './testing/sdk-clients.ts';
import { readMetric, startWorld, type World } from './testing/world.ts';

const key = 'sk-silentsilentsilentsilentsilentsilent';
const price = '{ price: { input: 1, output: 1 } }';
const configuration = `
models: { chat: ${price}, gemini: ${price}, fault-cut: ${price} }
channels:
  - name: chat
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [chat, { name: cut-chat, upstream: fault-cut }]
  - name: gemini
    provider: gemini
    base_url: "\${HEADGATE_SANDBOX_URL}/v1beta"
    keys: ["another-upstream-secret"]
    models: [gemini, { name: cut-gemini, upstream: fault-cut }]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: silent, key: "${key}", unlimited: true }
`;

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_KEEP_ALIVE_MS: '100' } } });
}, 120_000);
afterAll(() => world.stop());

const comment = ': keep-alive';
const ping = 'event: ping\ndata: {"type":"ping"}';
const clients = [
  ['chat completions', comment],
  ['responses', comment],
  ['messages', ping],
  ['generateContent', comment],
] as const;

async function ask(client: string, model: string, text: string, isStreamed: boolean): Promise<string> {
  const request = plainRequests[client]?.(model, text, isStreamed);
  if (!request) throw new Error(`There is no client ${client}`);
  return (await askPlainly(world, key, request)).text();
}

describe.each(clients)('a silent upstream, %s', (client, sign) => {
  const silence = 'Grüße [[delay=250 size=3]]';

  test('signs of life stand between the frames of its stream', async () => {
    const frames = (await ask(client, 'chat', silence, true)).trimEnd().split('\n\n');
    const at = frames.flatMap((frame, index) => (frame === sign ? [index] : []));
    expect(at.length).toBeGreaterThan(0);
    // Not before the head and what begins an answer, where there is such a thing, and not behind the end.
    if (client !== 'generateContent') expect(at[0]).toBeGreaterThan(0);
    expect(at.at(-1)).toBeLessThan(frames.length - 1);
    for (const frame of frames) expect(frame === sign || /^(event: .+\n)?data: .+$/.test(frame)).toBe(true);
  });

  test('whole answers wait without a word', async () => {
    const body = await ask(client, 'chat', silence, false);
    expect(() => JSON.parse(body)).not.toThrow();
  });

  test('the official SDK reads over them', async () => {
    const sdk = createSdkClients(world.baseUrl, key).find(({ name }) => name === client);
    expect(await sdk?.ask({ model: 'chat', text: silence }, true)).toMatchObject({ text: 'Grüße' });
  });
});

describe.each(['gemini', 'chat'])('a stream of generateContent over %s', (over) => {
  async function stream(model: string, text: string, query: string): Promise<{ type: string; body: string }> {
    const contents = [{ role: 'user', parts: [{ text }] }];
    const path = `/v1beta/models/${model}:streamGenerateContent${query}`;
    const answer = await askPlainly(world, key, { path, body: { contents } });
    return { type: answer.headers.get('content-type') ?? '', body: await answer.text() };
  }

  test.each(['', '?alt=json'])('is one JSON array with the query "%s", silences and all', async (query) => {
    const { type, body } = await stream(over, 'Tell me [[delay=150 size=4]]', query);
    expect(type).toBe('application/json');
    const chunks = JSON.parse(body) as { candidates?: { content?: { parts?: { text?: string }[] } }[] }[];
    const texts = chunks.map(({ candidates }) => candidates?.[0]?.content?.parts?.[0]?.text ?? '');
    expect(texts.join('').trim()).toBe('Tell me');
    expect(texts.filter((text) => text !== '').length).toBeGreaterThan(1);
    expect(chunks.at(-1)).toMatchObject({ usageMetadata: {}, candidates: [{ finishReason: 'STOP' }] });
  });

  test('is server-sent events with alt=sse', async () => {
    const { type, body } = await stream(over, 'Tell me', '?alt=sse');
    expect(type).toMatch(/^text\/event-stream/);
    expect(body).toMatch(/^data: \{/);
  });

  test('that breaks off ends its array with an error', async () => {
    const { body } = await stream(`cut-${over}`, '[[chunks=5 delay=50]]', '');
    const chunks = JSON.parse(body) as object[];
    expect(chunks.length).toBeGreaterThan(1);
    expect(chunks.at(-1)).toMatchObject({ error: { code: 502, message: 'The answer broke off.' } });
  });
});

test('a large request whose answer has begun takes half of its room, as long as it is held', async () => {
  const text = `${'x'.repeat(1_000_000)} [[chunks=1000 delay=1000]]`;
  const held = () => readMetric(world.service('text-gateway'), 'headgate_text_body_bytes');
  const { leave } = await beginStream('chat completions', { world, key, model: 'chat', text });
  const bytes = await held();
  expect(bytes).toBeGreaterThan(500_000);
  expect(bytes).toBeLessThan(501_000);
  leave();
  await waitFor(async () => (await held()) === 0, 'its room is given back');
});
