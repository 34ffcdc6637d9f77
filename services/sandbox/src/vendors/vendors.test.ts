import { describe, expect, test } from 'vitest';
import { ask, frameData, startSandbox } from '../testing/start-sandbox.ts';

const path = (vendor: string): string => `/vendors/${vendor}/v1/chat/completions`;
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } };
const afterCall = (assistant: object) => ({
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: [call], ...assistant },
    { role: 'tool', tool_call_id: 'call_1', content: 'x' },
  ],
});
const tools = [{ type: 'function', function: { name: 'f' } }];

test.each([
  ['deepseek', 'm', { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } } }],
  ['deepseek', 'm', { response_format: { type: 'json_object' } }],
  ['deepseek', 'm', { tools, tool_choice: 'required' }],
  ['deepseek', 'm', afterCall({})],
  ['groq', 'm', afterCall({ reasoning_content: 'Hm.' })],
  ['groq', 'm', { reasoning_effort: 'low' }],
  ['mistral', 'm', { seed: 1 }],
  ['mistral', 'm', { stream: true, stream_options: { include_usage: true } }],
  ['mistral', 'm', afterCall({})],
  ['moonshot', 'kimi-k2.6', { temperature: 0.5 }],
  ['openrouter', 'm', { reasoning_effort: 'low' }],
  ['vllm', 'm', { messages: [{ role: 'developer', content: 'Hi' }] }],
  ['xai', 'grok-4', { stop: ['x'] }],
])('%s refuses of %s: %j', async (vendor, model, members) => {
  const { post } = await startSandbox();
  const answer = await post(path(vendor), { ...ask('Hi'), model, ...members });
  expect(answer.status).toBe(400);
});

test.each([
  ['deepseek', 'm', { tools, tool_choice: 'required', thinking: { type: 'disabled' } }],
  ['deepseek', 'm', afterCall({ reasoning_content: '' })],
  ['groq', 'openai/gpt-oss-20b', { reasoning_effort: 'low' }],
  ['mistral', 'm', { random_seed: 1 }],
  ['moonshot', 'moonshot-v1-8k', { temperature: 0.5 }],
  ['xai', 'grok-4.3', { stop: ['x'], reasoning_effort: 'none' }],
])('%s takes of %s: %j', async (vendor, model, members) => {
  const { post } = await startSandbox();
  const answer = await post(path(vendor), { ...ask('Hi'), model, ...members });
  expect(answer.status).toBe(200);
});

describe('a stream has its usage', () => {
  test.each([
    ['groq', { x_groq: { usage: { prompt_tokens: expect.any(Number) } } }],
    ['mistral', { usage: { prompt_tokens: expect.any(Number) }, choices: [{ finish_reason: 'stop' }] }],
    ['moonshot', { choices: [{ finish_reason: 'stop', usage: { cached_tokens: 2 } }] }],
    ['openrouter', { usage: { cost: expect.any(Number) }, choices: [] }],
  ])('%s: at its own place, without being asked', async (vendor, last) => {
    const { post } = await startSandbox();
    const answer = await post(path(vendor), { ...ask('Hello [[cached=2]]', { stream: true }) });
    const frames = frameData(await answer.text());
    expect(JSON.parse(frames.at(-2) ?? '')).toMatchObject(last);
    expect(frames.filter((frame) => frame.includes('prompt_tokens'))).toHaveLength(1);
  });
});

test.each([
  [
    'mistral',
    {
      content: [
        { type: 'thinking', thinking: [{ type: 'text' }] },
        { type: 'text', text: 'Hi' },
      ],
    },
  ],
  ['groq', { content: 'Hi', reasoning: expect.any(String) }],
  ['xai', { content: 'Hi', reasoning_content: expect.any(String) }],
])('%s puts what it thought where it puts it', async (vendor, message) => {
  const { post } = await startSandbox();
  const answer = await post(path(vendor), { ...ask('Hi [[reasoning=8]]'), model: 'm' });
  expect(await answer.json()).toMatchObject({ choices: [{ message }] });
});

const drawn = {
  type: 'image_url',
  image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) },
};
const wish = { model: 'google/gemini-3-pro-image-preview', modalities: ['image', 'text'] };

test('openrouter draws where it is asked to, after what is said', async () => {
  const { post, log } = await startSandbox();
  const answer = await post(path('openrouter'), { ...ask('A mill'), ...wish });
  expect(await answer.json()).toMatchObject({
    choices: [{ message: { content: 'A mill', images: [drawn] } }],
    usage: { completion_tokens: 1_122, completion_tokens_details: { image_tokens: 1_120 } },
  });
  expect(await log()).toMatchObject([{ usage: { outputTokens: 1_122, outputImageTokens: 1_120 } }]);
  const plain = await post(path('openrouter'), { ...ask('A mill'), model: wish.model });
  expect(await plain.text()).not.toContain('images');
});

test('openrouter draws in a stream, and without words', async () => {
  const { post } = await startSandbox();
  const answer = await post(path('openrouter'), {
    ...ask('A mill', { stream: true }),
    ...{ ...wish, modalities: ['image'] },
  });
  const chunks = frameData(await answer.text()).flatMap((data) =>
    data === '[DONE]' ? [] : JSON.parse(data),
  );
  const deltas = chunks.map(({ choices }) => choices[0]?.delta);
  expect(deltas.flatMap((delta) => delta?.images ?? [])).toEqual([drawn]);
  expect(deltas.map((delta) => delta?.content ?? '').join('')).toBe('');
  expect(chunks.at(-1)).toMatchObject({ usage: { completion_tokens_details: { image_tokens: 1_120 } } });
});

test.each([
  { modalities: ['image'], model: 'google/gemini-3-pro' },
  { ...wish, image_config: { aspect_ratio: '2:1' } },
])('openrouter cannot draw %j', async (members) => {
  const { post } = await startSandbox();
  expect((await post(path('openrouter'), { ...ask('A mill'), ...members })).status).toBe(400);
});

test.each([
  ['deepseek', '/anthropic/v1/messages', 200],
  ['deepseek', '/v1/messages', 404],
  ['ollama', '/v1/messages', 200],
  ['mistral', '/anthropic/v1/messages', 404],
])('%s has %s: %i', async (vendor, below, status) => {
  const { post } = await startSandbox();
  const answer = await post(`/vendors/${vendor}${below}`, { ...ask('Hi'), max_tokens: 10 });
  expect(answer.status).toBe(status);
});

test.each([true, false])('mistral takes back the ids that it gave its calls (stream: %s)', async (stream) => {
  const { post } = await startSandbox();
  const asked = { ...ask('[[tool f {}]] [[tool f {}]]', { stream }), tools, stream_options: undefined };
  const answer = await (await post(path('mistral'), asked)).text();
  const ids = [...answer.matchAll(/"id":"(\w{9})"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
  const calls = ids.map((id) => ({ ...call, id }));
  const results = ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'x' }));
  const messages = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: null, tool_calls: calls },
    ...results,
  ];
  expect((await post(path('mistral'), { ...ask('Hi'), messages, tools })).status).toBe(200);
});
