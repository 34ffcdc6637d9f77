/**
 * What the official SDKs of four dialects see when something is wrong: their own error classes by status, never a
 * clean end of a stream that broke, and nothing of the upstream. Each upstream fails in its own dialect's way.
 */

import Anthropic, { APIError as AnthropicError } from '@anthropic-ai/sdk';
import { ApiError as GoogleError } from '@google/genai';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI, { APIError as OpenAiError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { createSdkClients, type SdkClient } from './testing/sdk-clients.ts';
import { startWorld, type World } from './testing/world.ts';

const keys = {
  good: 'sk-goodgoodgoodgoodgoodgoodgoodgoodgood',
  poor: 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor',
  slow: 'sk-slowslowslowslowslowslowslowslowslow',
};
const upstreams = [
  { name: 'chat', provider: 'openai-compatible', base: '/v1' },
  { name: 'openai', provider: 'openai', base: '/v1' },
  { name: 'messages', provider: 'anthropic', base: '/v1' },
  { name: 'gemini', provider: 'gemini', base: '/v1beta' },
] as const;
const faults = [
  'status-400',
  'status-401',
  'status-500',
  'error-in-stream',
  'cut',
  'garbage',
  'stall',
] as const;

const models = faults.map((fault) => `  fault-${fault}: { price: { input: 1, output: 2 } }`);
const channels = upstreams.map(({ name, provider, base }) => {
  const served = faults.map((fault) => `{ name: ${name}-${fault}, upstream: fault-${fault} }`);
  return `
  - name: ${name}
    provider: ${provider}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ["upstream-secret-key"]
    models: [{ name: ${name}, upstream: the-model }, ${served.join(', ')}]`;
});
const configuration = `
models:
  the-model: { price: { input: 1, output: 2 } }
${models.join('\n')}
channels: ${channels.join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: good, key: "${keys.good}", quota_usd: 1000 }
  - { name: poor, key: "${keys.poor}", quota_usd: 0.000002 }
  - { name: slow, key: "${keys.slow}", rpm: 1 }
`;

const env = { 'text-gateway': { HEADGATE_SLICE_IDLE_MS: '200', HEADGATE_IDLE_TIMEOUT_MS: '500' } };

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, { env });
}, 120_000);
afterAll(() => world.stop());

const names = ['chat completions', 'responses', 'messages', 'generateContent'];
const classes = {
  'chat completions': OpenAiError,
  responses: OpenAiError,
  messages: AnthropicError,
  generateContent: GoogleError,
};

function clientOf(name: string, key = keys.good): SdkClient {
  const found = createSdkClients(world.baseUrl, key).find((client) => client.name === name);
  if (!found) throw new Error(`There is no client ${name}`);
  return found;
}

async function errorOf(run: Promise<unknown>): Promise<Error & { status?: number }> {
  const error = await run.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Error)) throw new Error('It went well, or failed with no error', { cause: error });
  expect(`${error.message} ${JSON.stringify(error)}`).not.toMatch(/upstream-secret-key|127\.0\.0\.1|fault-/);
  return error;
}

describe.each(names)('%s', (name) => {
  test.each([
    ['an unknown key', 401, () => clientOf(name, 'sk-nobody').ask({ model: 'chat', text: 'hi' }, false)],
    ['no quota', 402, () => clientOf(name, keys.poor).ask({ model: 'chat', text: 'hi' }, false)],
    ['an unknown model', 503, () => clientOf(name).ask({ model: 'nobody-knows', text: 'hi' }, false)],
  ])('%s is %i', async (_, status, run) => {
    const error = await errorOf(run());
    expect(error).toBeInstanceOf(classes[name as keyof typeof classes]);
    expect(error.status).toBe(status);
  });

  test('a rate that is used up is 429', async () => {
    const client = clientOf(name, keys.slow);
    await client.ask({ model: 'chat', text: 'hi' }, false).catch(() => undefined);
    expect((await errorOf(client.ask({ model: 'chat', text: 'hi' }, false))).status).toBe(429);
  });

  describe.each(upstreams.map((upstream) => upstream.name))('over %s', (upstream) => {
    test.each([
      ['status-400', 400],
      ['status-401', 503],
      ['status-500', 503],
    ])('%s of the upstream is %i', async (fault, status) => {
      for (const isStreamed of [false, true]) {
        const error = await errorOf(
          clientOf(name).ask({ model: `${upstream}-${fault}`, text: 'hi' }, isStreamed),
        );
        expect(error).toBeInstanceOf(classes[name as keyof typeof classes]);
        expect(error.status).toBe(status);
      }
    });

    test.each(['error-in-stream', 'cut', 'garbage', 'stall'])('%s never ends well', async (fault) => {
      const text = '[[chunks=5 delay=5]]';
      await errorOf(clientOf(name).ask({ model: `${upstream}-${fault}`, text }, true));
    });
  });
});

test.each(upstreams)(
  'a line break within a string is no JSON: 400 over $name, or its own word',
  async ({ name }) => {
    const body = `{"model":"${name}","messages":[{"role":"user","content":"a\nb"}]}`;
    const headers = { authorization: `Bearer ${keys.good}` };
    const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  },
);

test('a client that leaves is settled, whatever it speaks', async () => {
  const openai = new OpenAI({ apiKey: keys.good, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
  const anthropic = new Anthropic({ apiKey: keys.good, baseURL: world.baseUrl, maxRetries: 0 });
  const content = '[[chunks=1000 delay=20]]';
  for (const { name: model } of upstreams) {
    const chat = await openai.chat.completions.create({
      model,
      stream: true,
      messages: [{ role: 'user', content }],
    });
    for await (const _ of chat) break;
    const message = anthropic.messages.stream({
      model,
      max_tokens: 16_000,
      messages: [{ role: 'user', content }],
    });
    for await (const _ of message) break;
  }
  await waitFor(async () => {
    const [row] = await world.sql("select count(*) from ledger.usage where ending = 'client_gone'");
    return row?.count === 2n * BigInt(upstreams.length);
  }, 'every client that left is settled as one that left');
  await awaitClosedBooks(world);
});
