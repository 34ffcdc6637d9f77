/**
 * The providers of the `ai` SDK, which read answers by schemas of their own and build the next turn by themselves, over
 * upstreams of every kind.
 */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { generateText, isStepCount, jsonSchema, type LanguageModel, Output, streamText, tool } from 'ai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const apiKey = 'sk-aisdkaisdkaisdkaisdkaisdkaisdk';
/** Conversions go by what is known of a model: each upstream serves one that its vendor has. */
const upstreams = [
  { name: 'openai-compatible', base: '/v1', model: 'some-model' },
  { name: 'openai', base: '/v1', model: 'gpt-4o' },
  { name: 'anthropic', base: '/v1', model: 'claude-sonnet-4-5' },
  { name: 'gemini', base: '/v1beta', model: 'gemini-3-flash' },
] as const;

const channels = upstreams.map(
  ({ name, base, model }) => `
  - name: ${name}
    provider: ${name}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ["upstream-secret-key"]
    models: [{ name: over-${name}, upstream: ${model} }]`,
);
const configuration = `
models:
${upstreams.map(({ model }) => `  ${model}: { price: { input: 1, output: 2 }, max_output: 16384 }`).join('\n')}
channels: ${channels.join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: ai, key: "${apiKey}", quota_usd: 1000 }
`;

let world: World;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_ABANDONED_DRAIN_MS: '50' } } });
}, 120_000);
afterAll(() => world.stop());

/** Each says its own member for "think". */
const clients: Record<string, (model: string) => LanguageModel> = {
  'chat completions': (model) => createOpenAI({ apiKey, baseURL: `${world.baseUrl}/v1` }).chat(model),
  responses: (model) => createOpenAI({ apiKey, baseURL: `${world.baseUrl}/v1` }).responses(model),
  messages: (model) => createAnthropic({ apiKey, baseURL: `${world.baseUrl}/v1` })(model),
  generateContent: (model) => createGoogle({ apiKey, baseURL: `${world.baseUrl}/v1beta` })(model),
};
const thinking = {
  openai: { reasoningEffort: 'low', reasoningSummary: 'auto', forceReasoning: true, store: false },
  anthropic: { thinking: { type: 'enabled', budgetTokens: 2_000 } },
  google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2_000 } },
} as const;

const cells = Object.keys(clients).flatMap((client) =>
  upstreams.map(({ name }) => ({ client, upstream: name })),
);
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

describe.each(cells)('$client over $upstream', ({ client, upstream }) => {
  const modelOf = (): LanguageModel => clients[client]?.(`over-${upstream}`) ?? client;

  test('a text, whole and streamed, with what it used', async () => {
    const prompt = 'Grüße 🌍';
    const whole = await generateText({ model: modelOf(), prompt, maxRetries: 0 });
    expect(whole).toMatchObject({ text: prompt, finishReason: 'stop' });
    const { usage } = (await world.served()).at(-1) ?? {};
    expect(whole.usage).toMatchObject({ inputTokens: usage?.inputTokens, outputTokens: usage?.outputTokens });
    const streamed = streamText({ model: modelOf(), prompt, maxRetries: 0 });
    expect((await Array.fromAsync(streamed.textStream)).join('')).toBe(prompt);
    expect(await streamed.finishReason).toBe('stop');
    expect(await streamed.usage).toMatchObject({ inputTokens: usage?.inputTokens });
  });

  test('thinks, calls two tools at once and goes on from what they say', async () => {
    const asked: unknown[] = [];
    const errors: unknown[] = [];
    const citySchema = jsonSchema<{ city: string }>({
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    });
    const answering = (answer: string) =>
      tool({
        inputSchema: citySchema,
        execute: async (input) => {
          asked.push(input);
          return answer;
        },
      });
    const result = streamText({
      model: modelOf(),
      prompt: '[[reasoning=20]] [[tool get_weather {"city":"Paris"}]] [[tool get_time {"city":"Oslo"}]]',
      tools: { get_weather: answering('sunny'), get_time: answering('noon') },
      providerOptions: thinking,
      stopWhen: isStepCount(3),
      maxRetries: 0,
      onError: ({ error }) => void errors.push(error),
    });
    const text = (await Array.fromAsync(result.textStream)).join('');
    expect(asked).toEqual(expect.arrayContaining([{ city: 'Paris' }, { city: 'Oslo' }]));
    expect(text).toContain('sunny');
    expect(text).toContain('noon');
    // What its schemas refuse it leaves out, and goes on.
    expect(errors).toEqual([]);
    const steps = await result.steps;
    expect(steps.map(({ finishReason }) => finishReason)).toEqual(['tool-calls', 'stop']);
    if (client !== 'chat completions') expect(steps[0]?.reasoningText?.length).toBeGreaterThan(0);
  });

  test('an object by a schema', async () => {
    const schema = jsonSchema<{ name: string; count: number }>({
      type: 'object',
      properties: { name: { type: 'string' }, count: { type: 'integer' } },
      required: ['name', 'count'],
      additionalProperties: false,
    });
    const { output } = await generateText({
      model: modelOf(),
      prompt: 'Fill it in.',
      output: Output.object({ schema }),
      maxRetries: 0,
    });
    expect(output).toEqual({ name: expect.any(String), count: expect.any(Number) });
  });

  test('an image beside its question', async () => {
    const { text } = await generateText({
      model: modelOf(),
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'file', mediaType: 'image/png', data: pixel },
          ],
        },
      ],
      maxRetries: 0,
    });
    expect(text).toContain('What is this?');
    // The sandbox counts each image it was given for 85 tokens.
    expect((await world.served()).at(-1)?.usage.inputTokens).toBeGreaterThan(85);
  });

  test('an answer that is left ends at the upstream as well', async () => {
    const before = (await world.served()).length;
    const leaving = new AbortController();
    const { textStream } = streamText({
      model: modelOf(),
      prompt: '[[chunks=2000 delay=20]]',
      abortSignal: leaving.signal,
      maxRetries: 0,
      onError: () => undefined,
    });
    for await (const _ of textStream) leaving.abort();
    const ended = async (): Promise<boolean> => (await world.served()).length > before;
    await waitFor(ended, 'the upstream is told', { timeoutMs: 30_000 });
    expect((await world.served()).at(-1)).toMatchObject({ outcome: 'aborted' });
  });
});
