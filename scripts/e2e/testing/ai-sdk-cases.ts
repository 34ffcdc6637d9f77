/** What the providers of the `ai` SDK do in all four protocols, over whatever upstream a file serves. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { generateText, isStepCount, jsonSchema, type LanguageModel, Output, streamText, tool } from 'ai';
import { describe, expect, test } from 'vitest';
import type { World } from './world.ts';

export const apiKey = 'sk-aisdkaisdkaisdkaisdkaisdkaisdk';

/** Each says its own member for "think". */
const clients: Record<string, (baseUrl: string, model: string) => LanguageModel> = {
  'chat completions': (baseUrl, model) => createOpenAI({ apiKey, baseURL: `${baseUrl}/v1` }).chat(model),
  responses: (baseUrl, model) => createOpenAI({ apiKey, baseURL: `${baseUrl}/v1` }).responses(model),
  messages: (baseUrl, model) => createAnthropic({ apiKey, baseURL: `${baseUrl}/v1` })(model),
  generateContent: (baseUrl, model) => createGoogle({ apiKey, baseURL: `${baseUrl}/v1beta` })(model),
};
const thinking = {
  openai: { reasoningEffort: 'low', reasoningSummary: 'auto', forceReasoning: true, store: false },
  anthropic: { thinking: { type: 'enabled', budgetTokens: 2_000 } },
  google: { thinkingConfig: { includeThoughts: true, thinkingBudget: 2_000 } },
} as const;

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** Every protocol over every upstream: the world has a model `over-<upstream>` for each. */
export function describeAiSdk(worldOf: () => World, upstreams: readonly string[]): void {
  const cells = Object.keys(clients).flatMap((client) => upstreams.map((upstream) => ({ client, upstream })));
  describe.each(cells)('$client over $upstream', ({ client, upstream }) => {
    const modelOf = (): LanguageModel => clients[client]?.(worldOf().baseUrl, `over-${upstream}`) ?? client;
    describeCases(worldOf, client, modelOf);
  });
}

function describeCases(worldOf: () => World, client: string, modelOf: () => LanguageModel): void {
  test('a text, whole and streamed, with what it used', async () => {
    const prompt = 'Grüße 🌍';
    const whole = await generateText({ model: modelOf(), prompt, maxRetries: 0 });
    expect(whole).toMatchObject({ text: prompt, finishReason: 'stop' });
    const { usage } = (await worldOf().served()).at(-1) ?? {};
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
    expect((await worldOf().served()).at(-1)?.usage.inputTokens).toBeGreaterThan(85);
  });

  test('an answer that is left ends at the upstream as well', async () => {
    const before = (await worldOf().served()).length;
    const leaving = new AbortController();
    const { textStream } = streamText({
      model: modelOf(),
      prompt: '[[chunks=2000 delay=20]]',
      abortSignal: leaving.signal,
      maxRetries: 0,
      onError: () => undefined,
    });
    for await (const _ of textStream) leaving.abort();
    const ended = async (): Promise<boolean> => (await worldOf().served()).length > before;
    await waitFor(ended, 'the upstream is told', { timeoutMs: 30_000 });
    expect((await worldOf().served()).at(-1)).toMatchObject({ outcome: 'aborted' });
  });
}
