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
