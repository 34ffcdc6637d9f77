/**
 * The official SDKs over clouds that serve other vendors' models, through all services as processes: Azure by both shapes
 * of its API, Vertex with a service account and both publishers.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { createSdkClients, type SdkClient } from './testing/sdk-clients.ts';
import { unitsAt } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-cloudscloudscloudscloudsclouds';
const price = { input: 1, cache_read: 0.5, output: 2 };
const vertexBase = '/v1/projects/p/locations/l';

const azures = [
  {
    model: 'over-azure',
    upstream: 'our-deployment',
    path: /^\/openai\/v1\/(?:chat\/completions|responses)$/,
  },
  {
    model: 'over-dated-azure',
    upstream: 'our-deployment',
    apiVersion: '2025-04-01-preview',
    path: /^\/openai\/(?:deployments\/our-deployment\/chat\/completions|responses)\?api-version=2025-04-01-preview$/,
  },
] as const;
const vertices = [
  {
    model: 'over-vertex-gemini',
    upstream: 'gemini-3-flash',
    path: /\/publishers\/google\/models\/gemini-3-flash:(?:generateContent|streamGenerateContent\?alt=sse)$/,
  },
  {
    model: 'over-vertex-claude',
    upstream: 'claude-sonnet-4@20250514',
    path: /\/publishers\/anthropic\/models\/claude-sonnet-4@20250514:(?:rawPredict|streamRawPredict)$/,
  },
] as const;
const models = [...azures, ...vertices];
const priced = [...models.map(({ upstream }) => upstream), 'unknown-deployment'];

/** JSON is YAML: a key file goes in as one string. */
function configurationWith(keyFile: string | undefined): string {
  const azureChannels = azures.map(({ model, upstream, ...azure }) => ({
    name: model,
    provider: 'azure-openai',
    base_url: `\${HEADGATE_SANDBOX_URL}`,
    ...('apiVersion' in azure && { api_version: azure.apiVersion }),
    keys: ['azure-secret-key'],
    models: [
      { name: model, upstream },
      { name: 'over-absent-deployment', upstream: 'unknown-deployment' },
    ],
  }));
  const vertexChannels = vertices.map(({ model, upstream }) => ({
    name: model,
    provider: 'vertex',
    base_url: `\${HEADGATE_SANDBOX_URL}${vertexBase}`,
    keys: [keyFile],
    models: [{ name: model, upstream }],
  }));
  return JSON.stringify({
    models: Object.fromEntries(priced.map((name) => [name, { price, max_output: 16_384 }])),
    channels: [...azureChannels, ...(keyFile === undefined ? [] : vertexChannels)],
    users: [{ username: 'root', password: 'root-password-for-tests', role: 'root' }],
    keys: [{ name: 'clouds', key, quota_usd: 1000 }],
  });
}

let world: World;
let clients: SdkClient[];
beforeAll(async () => {
  const env = { 'text-gateway': { HEADGATE_SLICE_IDLE_MS: '200' } };
  world = await startWorld(configurationWith(undefined), { env });
  const account = await fetch(`${world.sandboxUrl}/vertex/service-account`);
  await world.apply(configurationWith(await account.text()));
  clients = createSdkClients(world.baseUrl, key);
}, 120_000);
afterAll(() => world.stop());

const names = ['chat completions', 'responses', 'messages', 'generateContent'];
const cells = names.flatMap((client) =>
  models.flatMap((model) => [true, false].map((isStreamed) => ({ client, ...model, isStreamed }))),
);

function clientOf(name: string): SdkClient {
  const found = clients.find((client) => client.name === name);
  if (!found) throw new Error(`There is no client ${name}`);
  return found;
}

describe.each(cells)('$client of $model, streamed: $isStreamed', ({ client, model, path, isStreamed }) => {
  test('says what the cloud said, under the requested name, with its usage', async () => {
    const said = await clientOf(client).ask({ model, text: 'Grüße 🌍 [[cached=2]]' }, isStreamed);
    expect(said).toMatchObject({ text: 'Grüße 🌍', model, calls: [] });
    const last = (await world.served()).at(-1);
    expect(said.inputTokens).toBe(last?.usage.inputTokens);
    expect(said.outputTokens).toBe(last?.usage.outputTokens);
    const received = await fetch(`${world.sandboxUrl}/received?requestId=${last?.requestId}`);
    expect(await received.json()).toMatchObject([{ path: expect.stringMatching(path) }]);
  });

  test('calls tools, and reads their results with what was thought before', async () => {
    const text = '[[reasoning=20]] [[tool get_weather {"city":"Paris"}]] [[tool get_time {"city":"Oslo"}]]';
    const asked = await clientOf(client).ask({ model, text, hasTools: true, thinks: true }, isStreamed);
    expect(asked.calls).toMatchObject([
      { name: 'get_weather', args: { city: 'Paris' } },
      { name: 'get_time', args: { city: 'Oslo' } },
    ]);
    // The sandbox refuses signatures that are forged, changed or missing where its vendor does.
    const answered = await asked.answer(['sunny', 'noon']);
    expect(answered.text).toContain('sunny');
    expect(answered.text).toContain('noon');
  });
});

test('calls whose client gives them ids go on over Vertex, which refuses ids', async () => {
  const declared = {
    functionDeclarations: [
      { name: 'get_weather', parameters: { type: 'OBJECT', properties: { city: { type: 'STRING' } } } },
    ],
  };
  const headers = { 'x-goog-api-key': key, 'content-type': 'application/json' };
  const ask = async (contents: object[]) => {
    const body = JSON.stringify({ contents, tools: [declared] });
    const url = `${world.baseUrl}/v1beta/models/over-vertex-gemini:generateContent`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    const said = await answer.text();
    expect(answer.status, said).toBe(200);
    return JSON.parse(said).candidates[0].content;
  };
  const question = { role: 'user', parts: [{ text: '[[tool get_weather {"city":"Paris"}]]' }] };
  const called = await ask([question]);
  const [call] = called.parts;
  const { name, args } = call.functionCall;
  const turn = { ...called, parts: [{ ...call, functionCall: { id: 'its-own', name, args } }] };
  const result = { functionResponse: { id: 'its-own', name, response: { result: 'sunny' } } };
  const answered = await ask([question, turn, { role: 'user', parts: [result] }]);
  expect(answered.parts[0].text).toContain('sunny');
});

test('one token serves all calls of a service account', async () => {
  for (const { model } of vertices) await clientOf('messages').ask({ model, text: 'Hi' }, false);
  const given = await fetch(`${world.sandboxUrl}/vertex/tokens`);
  expect(await given.json()).toEqual({ given: 1 });
});

test('a deployment that is not there is no trouble of the client’s making', async () => {
  const model = 'over-absent-deployment';
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hi' }] }),
  });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({
    error: { code: 'model_not_found', message: expect.not.stringContaining('deployment') },
  });
});

test('every request costs what its cloud produced, to the unit', async () => {
  await awaitClosedBooks({ ...world, unitsOf: unitsAt({ ...price, cacheRead: price.cache_read }) });
  expect((await world.served()).length).toBeGreaterThan(cells.length * 3);
});
