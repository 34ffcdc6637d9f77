/**
 * The official SDKs of four dialects over Amazon Bedrock, as the sandbox plays it: signatures, binary streams and the
 * vendor's strict rules included. What clients get, what reaches the upstream, and what is billed.
 */
import Anthropic from '@anthropic-ai/sdk';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI, { APIError, BadRequestError, InternalServerError, RateLimitError } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { awaitClosedBooks } from './testing/books.ts';
import { createSdkClients, type SdkClient } from './testing/sdk-clients.ts';
import { unitsPerDollar } from './testing/units-of.ts';
import { type Served, startWorld, type World } from './testing/world.ts';

const key = 'sk-bedrockbedrockbedrockbedrockbedrock';
const price = { input: 1, cache_read: 0.5, output: 2 };
const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0';
const profile = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3';
const faults = ['status-400', 'status-403', 'status-429', 'status-503', 'error-in-stream', 'cut', 'garbage'];

const channel = (name: string, credential: string, models: string) => `
  - name: ${name}
    provider: bedrock
    base_url: "\${HEADGATE_SANDBOX_URL}"
    region: us-east-1
    keys: ["${credential}"]
    models: [${models}]`;
const configuration = `
models: ${['signed', 'by-api-key', 'unsigned', ...faults]
  .map((name) => `\n  ${name}: { price: ${JSON.stringify(price)}, max_output: 16384 }`)
  .join('')}
channels: ${[
  channel('signed', 'AKIDSANDBOX:secret-of-AKIDSANDBOX:a-token', `{ name: signed, upstream: "${claude}" }`),
  channel('by-api-key', 'bedrock-api-key', `{ name: by-api-key, upstream: "${profile}" }`),
  channel('unsigned', 'AKIDSANDBOX:another-secret', `{ name: unsigned, upstream: "${claude}" }`),
  ...faults.map((kind) =>
    channel(kind, 'AKIDFAULT:secret-of-AKIDFAULT', `{ name: ${kind}, upstream: fault-${kind} }`),
  ),
].join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: bedrock, key: "${key}", quota_usd: 1000 }
`;

let world: World;
let clients: SdkClient[];
let openai: OpenAI;
let anthropic: Anthropic;
beforeAll(async () => {
  const gateway = { HEADGATE_SLICE_IDLE_MS: '200', HEADGATE_ABANDONED_DRAIN_MS: '0' };
  world = await startWorld(configuration, { env: { 'text-gateway': gateway } });
  clients = createSdkClients(world.baseUrl, key);
  openai = new OpenAI({ apiKey: key, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
  anthropic = new Anthropic({ apiKey: key, baseURL: world.baseUrl, maxRetries: 0 });
}, 120_000);
afterAll(() => world.stop());

const names = ['chat completions', 'responses', 'messages', 'generateContent'];
const cells = names.flatMap((client) => [true, false].map((isStreamed) => ({ client, isStreamed })));

function clientOf(name: string): SdkClient {
  const found = clients.find((client) => client.name === name);
  if (!found) throw new Error(`There is no client ${name}`);
  return found;
}

interface Received {
  headers: Record<string, string>;
  path: string;
  bodyBase64: string;
}

/** What the upstream was sent last. */
async function lastReceived(): Promise<Received & { body: string }> {
  const all = (await (await fetch(`${world.sandboxUrl}/received`)).json()) as Received[];
  const last = all.at(-1);
  if (!last) throw new Error('Nothing reached the upstream');
  return { ...last, body: Buffer.from(last.bodyBase64, 'base64').toString('utf8') };
}

function ask(model: string, content: string) {
  return { model, messages: [{ role: 'user' as const, content }] };
}

describe.each(cells)('$client, streamed: $isStreamed', ({ client, isStreamed }) => {
  test('says what the upstream said, under the requested name, with its usage', async () => {
    const said = await clientOf(client).ask({ model: 'signed', text: 'Grüße 🌍 [[cached=2]]' }, isStreamed);
    expect(said).toMatchObject({ text: 'Grüße 🌍', model: 'signed', calls: [] });
    const last = (await world.served()).at(-1);
    expect(last).toMatchObject({ model: claude, outcome: 'served' });
    expect(said.inputTokens).toBe(last?.usage.inputTokens);
    expect(said.outputTokens).toBe(last?.usage.outputTokens);
  });

  test('calls tools in parallel and reads their results', async () => {
    const text = '[[tool get_weather {"city":"Paris"}]] [[tool get_time {"city":"Oslo"}]]';
    const asked = await clientOf(client).ask({ model: 'signed', text, hasTools: true }, isStreamed);
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
    const question = { model: 'signed', text, hasTools: true, thinks: true };
    const asked = await clientOf(client).ask(question, isStreamed);
    expect(asked.reasoning.length).toBeGreaterThan(0);
    // The sandbox refuses signatures that are forged or changed, and thinking that is asked for and lost.
    expect((await asked.answer(['sunny'])).text).toContain('sunny');
    const { body } = await lastReceived();
    const hasSlot = client !== 'chat completions';
    expect(body.includes('"reasoningContent"')).toBe(hasSlot);
    expect(JSON.parse(body).additionalModelRequestFields.thinking.type).toBe(
      hasSlot ? 'enabled' : 'disabled',
    );
  });
});

describe('the upstream', () => {
  test('is asked for its own kind of stream, at the exact path of a model with a colon', async () => {
    await clientOf('messages').ask({ model: 'signed', text: 'hi' }, true);
    const { headers, path } = await lastReceived();
    expect(path).toBe('/model/us.anthropic.claude-sonnet-4-5-20250929-v1%3A0/converse-stream');
    expect(headers.accept).toBe('application/vnd.amazon.eventstream');
    expect(headers['x-amz-security-token']).toBe('a-token');
  });

  test('takes an API key too, for a profile with a slash', async () => {
    const said = await clientOf('responses').ask({ model: 'by-api-key', text: 'hi' }, false);
    expect(said).toMatchObject({ text: 'hi', model: 'by-api-key' });
    expect((await world.served()).at(-1)).toMatchObject({ model: profile });
  });

  test('keeps its headers to itself', async () => {
    const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(ask('signed', 'hi')),
    });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('x-amz'))).toEqual([]);
    expect(await answer.text()).not.toMatch(/anthropic|arn:|AKID|tooluse_/);
  });
});

describe('content', () => {
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
  const showing = (url: string) => ({
    model: 'signed',
    messages: [
      {
        role: 'user' as const,
        content: [
          { type: 'image_url' as const, image_url: { url } },
          { type: 'text' as const, text: 'four' },
        ],
      },
    ],
  });

  test('an image goes on as its bytes', async () => {
    const completion = await openai.chat.completions.create(showing(`data:image/png;base64,${pixel}`));
    expect(completion.usage?.prompt_tokens).toBe(86);
    expect((await lastReceived()).body).toContain(`{"image":{"format":"png","source":{"bytes":"${pixel}"}}}`);
  });

  test('an image at an address inside is refused, and nothing reaches the upstream', async () => {
    const before = (await world.served()).length;
    const refused = openai.chat.completions.create(showing('http://127.0.0.1/a.png'));
    await expect(refused).rejects.toThrow(BadRequestError);
    expect((await world.served()).length).toBe(before);
  });

  test('an answer has the form of a schema', async () => {
    const schema = { type: 'object', properties: { age: { type: 'integer' } }, required: ['age'] };
    const { choices } = await openai.chat.completions.create({
      ...ask('signed', 'hi'),
      response_format: { type: 'json_schema', json_schema: { name: 'person', schema } },
    });
    expect(choices[0]?.message.content).toBe('{"age":1}');
  });
});

describe('trouble', () => {
  test.each([
    ['status-400', BadRequestError, 400],
    ['status-403', InternalServerError, 503],
    ['status-429', RateLimitError, 429],
    ['status-503', InternalServerError, 503],
    ['unsigned', InternalServerError, 503],
  ] as const)('%s is told as its class', async (model, kind, status) => {
    const error = await openai.chat.completions.create(ask(model, 'hi')).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(kind);
    expect(error).toMatchObject({ status });
    expect(String(error)).not.toMatch(/AKID|secret|signature|127\.0\.0\.1|access/i);
  });

  test.each(['error-in-stream', 'cut', 'garbage'])('%s ends a stream with an error', async (model) => {
    const text = 'a text that takes more than one piece to say';
    const stream = await openai.chat.completions.create({ ...ask(model, text), stream: true });
    let said = '';
    const read = async () => {
      for await (const chunk of stream) said += chunk.choices[0]?.delta.content ?? '';
    };
    await expect(read()).rejects.toThrow(APIError);
    expect(said).toBe(text.slice(0, 16));
    const stopped = anthropic.messages.stream({ ...ask(model, text), max_tokens: 100 }).finalMessage();
    await expect(stopped).rejects.toThrow(Anthropic.APIError);
  });

  test('a client that leaves takes its call along', async () => {
    const aborting = new AbortController();
    const question = { ...ask('signed', '[[chunks=10000 delay=5]]'), stream: true as const };
    const stream = await openai.chat.completions.create(question, { signal: aborting.signal });
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) aborting.abort();
    await waitFor(
      async () => (await world.served()).some(({ outcome }) => outcome === 'aborted'),
      'the upstream is left',
    );
  });
});

test('every request costs what its upstream produced, to the unit', async () => {
  await awaitClosedBooks({ ...world, unitsOf });
  expect((await world.served()).length).toBeGreaterThan(cells.length * 4);
});

function unitsOf({ usage }: Served): bigint {
  const dollars =
    ((usage.inputTokens - usage.cachedTokens) * price.input +
      usage.cachedTokens * price.cache_read +
      usage.outputTokens * price.output) /
    1e6;
  return BigInt(Math.round(Number((dollars * unitsPerDollar).toPrecision(12))));
}
