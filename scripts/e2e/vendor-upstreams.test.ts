/**
 * Services behind `openai-compatible`, each as strict as it is and with its own names for things: what clients of every
 * dialect ask arrives in a form that it takes, and what it thought, said and counted comes back.
 */
import { GoogleGenAI } from '@google/genai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { createSdkClients, type SdkClient } from './testing/sdk-clients.ts';
import { unitsAt } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-vendorsvendorsvendorsvendors';
const price = { input: 1, cache_read: 0.5, output: 2 };

const vendors = [
  { vendor: 'deepseek', upstream: 'deepseek-flash', saysCached: true },
  { vendor: 'groq', upstream: 'openai/gpt-oss-120b', saysCached: true },
  { vendor: 'mistral', upstream: 'magistral-medium', saysCached: false },
  { vendor: 'moonshot', upstream: 'kimi-k2.6', saysCached: true },
  { vendor: 'ollama', upstream: 'qwen3', saysCached: false },
  { vendor: 'openrouter', upstream: 'some/model', saysCached: true },
  { vendor: 'vllm', upstream: 'some/other-model', saysCached: true },
  { vendor: 'xai', upstream: 'grok-4', saysCached: true },
] as const;

const configuration = JSON.stringify({
  models: Object.fromEntries(vendors.map(({ upstream }) => [upstream, { price, max_output: 16_384 }])),
  channels: vendors.map(({ vendor, upstream }) => ({
    ...{ name: vendor, provider: 'openai-compatible', vendor, keys: ['upstream-secret-key'] },
    base_url: `\${HEADGATE_SANDBOX_URL}/vendors/${vendor}/v1`,
    models: [{ name: vendor, upstream }],
  })),
  users: [{ username: 'root', password: 'root-password-for-tests', role: 'root' }],
  keys: [{ name: 'vendors', key, quota_usd: 1000 }],
});

let world: World;
let clients: SdkClient[];
let google: GoogleGenAI;
beforeAll(async () => {
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_SLICE_IDLE_MS: '200' } } });
  clients = createSdkClients(world.baseUrl, key);
  const httpOptions = { baseUrl: world.baseUrl, apiVersion: 'v1beta' };
  google = new GoogleGenAI({ apiKey: key, httpOptions });
}, 120_000);
afterAll(() => world.stop());

function clientOf(name: string): SdkClient {
  const found = clients.find((client) => client.name === name);
  if (!found) throw new Error(`There is no client ${name}`);
  return found;
}

const converted = ['responses', 'messages', 'generateContent'];
const cells = ['chat completions', ...converted].flatMap((client) =>
  vendors.flatMap((vendor) => [true, false].map((isStreamed) => ({ client, ...vendor, isStreamed }))),
);

test('a client’s stream passes to a vendor that is not asked for usage, and has it all the same', async () => {
  const messages = [{ role: 'user', content: 'Hi' }];
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'openrouter', messages, stream: true }),
  });
  expect(await answer.text()).toContain('"usage":{"prompt_tokens"');
});

test.each(cells)(
  '$client of $vendor, streamed: $isStreamed: says what was said, with its usage',
  async (cell) => {
    const { client, vendor, saysCached, isStreamed } = cell;
    const text = `Grüße 🌍${saysCached ? ' [[cached=2]]' : ''}`;
    const said = await clientOf(client).ask({ model: vendor, text }, isStreamed);
    expect(said).toMatchObject({ text: 'Grüße 🌍', model: vendor });
    const last = (await world.served()).at(-1);
    // A client whose own bytes pass finds the vendor's counts where the vendor puts them.
    if (client === 'chat completions') return;
    expect(said.inputTokens).toBe(last?.usage.inputTokens);
    expect(said.outputTokens).toBe(last?.usage.outputTokens);
  },
);

test.each(cells.filter(({ client }) => converted.includes(client)))(
  '$client of $vendor, streamed: $isStreamed: thinks, calls and reads results',
  async ({ client, vendor, isStreamed }) => {
    const text = '[[reasoning=20]] [[tool get_weather {"city":"Paris"}]] [[tool get_time {"city":"Oslo"}]]';
    const asked = await clientOf(client).ask(
      { model: vendor, text, hasTools: true, thinks: true },
      isStreamed,
    );
    expect(asked.reasoning.length).toBeGreaterThan(0);
    expect(asked.calls).toMatchObject([{ args: { city: 'Paris' } }, { args: { city: 'Oslo' } }]);
    const answered = await asked.answer(['sunny', 'noon']);
    expect(answered.text).toContain('sunny');
    expect(answered.text).toContain('noon');
  },
);

describe.each(vendors)('$vendor', ({ vendor }) => {
  const sampling = {
    temperature: 0.5,
    topP: 0.9,
    seed: 3,
    presencePenalty: 0.1,
    stopSequences: ['never said'],
  };

  test('is given no option that it refuses, and answers in the form that was asked for', async () => {
    const responseJsonSchema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const config = {
      ...sampling,
      responseMimeType: 'application/json',
      responseJsonSchema,
      maxOutputTokens: 500,
    };
    const answer = await google.models.generateContent({ model: vendor, contents: 'Hi', config });
    expect(JSON.parse(answer.text ?? '')).toEqual(expect.any(Object));
  });

  test('can be made to call, whether it thinks or not', async () => {
    const config = {
      tools: [{ functionDeclarations: [{ name: 'f', parametersJsonSchema: { type: 'object' } }] }],
      toolConfig: { functionCallingConfig: { mode: 'ANY' as never } },
      thinkingConfig: { includeThoughts: true, thinkingBudget: 2_000 },
    };
    const answer = await google.models.generateContent({ model: vendor, contents: 'Hi', config });
    expect(answer.functionCalls).toMatchObject([{ name: 'f' }]);
  });
});

test('every request costs what its vendor produced, to the unit', async () => {
  await awaitClosedBooks({ ...world, unitsOf: unitsAt({ ...price, cacheRead: price.cache_read }) });
  expect((await world.served()).length).toBeGreaterThan(cells.length * 2);
});
