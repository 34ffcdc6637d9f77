/**
 * The official SDKs of four dialects over upstreams of every kind, whole and streamed, through all services as
 * processes: a client cannot tell which upstream served it, and every request costs what the upstream produced.
 */
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { createSdkClients, type SdkClient } from './testing/sdk-clients.ts';
import { unitsAt } from './testing/units-of.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-dialectsdialectsdialectsdialects';
const price = { input: 1, cache_read: 0.5, output: 2 };
const upstreams = [
  { model: 'over-chat', provider: 'openai-compatible', base: '/v1' },
  { model: 'over-openai', provider: 'openai', base: '/v1' },
  { model: 'over-messages', provider: 'anthropic', base: '/v1' },
  { model: 'over-gemini', provider: 'gemini', base: '/v1beta' },
] as const;

const channels = upstreams.map(
  ({ model, provider, base }) => `
  - name: ${model}
    provider: ${provider}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ["upstream-secret-key"]
    models: [{ name: ${model}, upstream: the-model }]`,
);
const configuration = `
models:
  the-model: { price: ${JSON.stringify(price)}, max_output: 16384 }
channels: ${channels.join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: dialects, key: "${key}", quota_usd: 1000 }
`;

let world: World;
let clients: SdkClient[];
beforeAll(async () => {
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_SLICE_IDLE_MS: '200' } } });
  clients = createSdkClients(world.baseUrl, key);
}, 120_000);
afterAll(() => world.stop());

const names = ['chat completions', 'responses', 'messages', 'generateContent'];
const cells = names.flatMap((client) =>
  upstreams.flatMap(({ model }) => [true, false].map((isStreamed) => ({ client, model, isStreamed }))),
);

function clientOf(name: string): SdkClient {
  const found = clients.find((client) => client.name === name);
  if (!found) throw new Error(`There is no client ${name}`);
  return found;
}

describe.each(cells)('$client of $model, streamed: $isStreamed', ({ client, model, isStreamed }) => {
  test('says what the upstream said, under the requested name, with its usage', async () => {
    const said = await clientOf(client).ask({ model, text: 'Grüße 🌍 [[cached=2]]' }, isStreamed);
    expect(said).toMatchObject({ text: 'Grüße 🌍', model, calls: [] });
    const last = (await world.served()).at(-1);
    expect(last?.model).toBe('the-model');
    expect(said.inputTokens).toBe(last?.usage.inputTokens);
    expect(said.outputTokens).toBe(last?.usage.outputTokens);
  });

  test('calls tools in parallel and reads their results', async () => {
    const text = '[[tool get_weather {"city":"Paris"}]] [[tool get_time {"city":"Oslo"}]]';
    const asked = await clientOf(client).ask({ model, text, hasTools: true }, isStreamed);
    expect(asked.calls).toMatchObject([
      { name: 'get_weather', args: { city: 'Paris' } },
      { name: 'get_time', args: { city: 'Oslo' } },
    ]);
    const answered = await asked.answer(['sunny', 'noon']);
    expect(answered.text).toContain('sunny');
    expect(answered.text).toContain('noon');
  });

  test('thinks, and what it thought comes back untouched on the next turn', async () => {
    const text = '[[reasoning=20]] [[tool get_weather {"city":"Paris"}]]';
    const asked = await clientOf(client).ask({ model, text, hasTools: true, thinks: true }, isStreamed);
    expect(asked.reasoning.length).toBeGreaterThan(0);
    expect(asked.calls).toMatchObject([{ name: 'get_weather', args: { city: 'Paris' } }]);
    // The sandbox refuses signatures that are forged, changed or missing where its vendor does.
    expect((await asked.answer(['sunny'])).text).toContain('sunny');
  });
});

test('the SDK of messages finds models in its own shape', async () => {
  const anthropic = new Anthropic({ apiKey: key, baseURL: world.baseUrl, maxRetries: 0 });
  const [{ model }] = upstreams;
  const shape = { id: model, type: 'model', display_name: model };
  expect((await anthropic.models.list()).data).toContainEqual(expect.objectContaining(shape));
  expect(await anthropic.models.retrieve(model)).toMatchObject(shape);
});

describe.each(upstreams)('the tool runner of messages over $model', ({ model }) => {
  test.each([true, false])('goes on from its calls, streamed: %s', async (stream) => {
    const anthropic = new Anthropic({ apiKey: key, baseURL: world.baseUrl, maxRetries: 0 });
    const tool = betaTool({
      name: 'get_weather',
      description: 'The weather of a city.',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
      run: ({ city }) => `sunny in ${city}`,
    });
    const runner = anthropic.beta.messages.toolRunner({
      model,
      max_tokens: 1_000,
      stream,
      tools: [tool],
      messages: [{ role: 'user', content: '[[tool get_weather {"city":"Paris"}]]' }],
    });
    const { content } = await runner.runUntilDone();
    expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('sunny in Paris') }]);
  });
});

/** As Codex works: its tool takes a text of a grammar, in which there are quotes, ends of lines and other letters. */
describe('a custom tool', () => {
  const patch = '*** Begin Patch\n+say("Grüße 🌍")\n*** End Patch';
  const asked = {
    role: 'user',
    content: `[[tool apply_patch ${JSON.stringify({ input: patch })}]]`,
  } as const;
  const applied = 'it applied';
  const connect = (): OpenAI => new OpenAI({ apiKey: key, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
  const models = upstreams.map(({ model }) => model);
  // The sandbox plays them in responses, and not in chat completions that pass as they came.
  const converted = models.filter((model) => model !== 'over-openai' && model !== 'over-chat');

  test.each(models)('of responses is called and answered, streamed, %s', async (model) => {
    const format = { type: 'grammar', syntax: 'lark', definition: 'start: /.+/s' } as const;
    const tools = [{ type: 'custom' as const, name: 'apply_patch', format }];
    const stream = connect().responses.stream({ model, tools, input: [asked] });
    let told = '';
    stream.on('event', (event) => {
      if (event.type === 'response.custom_tool_call_input.delta') told += event.delta;
    });
    const { output } = await stream.finalResponse();
    const call = output.find((item) => item.type === 'custom_tool_call') ?? expect.unreachable();
    expect(call).toMatchObject({ name: 'apply_patch', input: patch });
    expect(told).toBe(patch);
    const result = { type: 'custom_tool_call_output', call_id: call.call_id, output: applied } as const;
    const said = output as OpenAI.Responses.ResponseInputItem[];
    const next = await connect().responses.create({ model, tools, input: [asked, ...said, result] });
    expect(next.output_text).toContain(applied);
  });

  test.each(models)('in a namespace that an item of the input adds is called there, %s', async (model) => {
    const exec = { type: 'custom' as const, name: 'exec' };
    const tools = [{ type: 'namespace', name: 'functions', description: '', tools: [exec] }];
    const added = { type: 'additional_tools', role: 'developer', tools } as never;
    // Where there are no namespaces, names take no points.
    const name = /chat|messages/.test(model) ? 'functions_exec' : 'functions.exec';
    const run = { role: 'user', content: `[[tool ${name} ${JSON.stringify({ input: patch })}]]` } as const;
    const { output } = await connect().responses.create({ model, input: [added, run] });
    const call = output.find((item) => item.type === 'custom_tool_call') ?? expect.unreachable();
    expect(call).toMatchObject({ namespace: 'functions', name: 'exec', input: patch });
    const result = { type: 'custom_tool_call_output', call_id: call.call_id, output: applied } as const;
    const said = output as OpenAI.Responses.ResponseInputItem[];
    const next = await connect().responses.create({ model, input: [added, run, ...said, result] });
    expect(next.output_text).toContain(applied);
  });

  test.each(converted)('of chat completions is called and answered, %s', async (model) => {
    const tools = [{ type: 'custom' as const, custom: { name: 'apply_patch' } }];
    const answer = await connect().chat.completions.create({ model, tools, messages: [asked] });
    const message = answer.choices[0]?.message ?? expect.unreachable();
    const [call] = message.tool_calls ?? [];
    expect(call).toMatchObject({ type: 'custom', custom: { name: 'apply_patch', input: patch } });
    const result = { role: 'tool', tool_call_id: call?.id ?? '', content: applied } as const;
    const messages = [asked, message, result];
    const next = await connect().chat.completions.create({ model, tools, messages });
    expect(next.choices[0]?.message.content).toContain(applied);
  });
});

test('every request costs what its upstream produced, to the unit', async () => {
  await awaitClosedBooks({ ...world, unitsOf: unitsAt({ ...price, cacheRead: price.cache_read }) });
  expect((await world.served()).length).toBeGreaterThan(cells.length * 4);
});
