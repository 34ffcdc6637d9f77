import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { vendorNames } from '@headgate/proto/vendors';
import { describe, expect, test } from 'vitest';
import { dialectNames, surfaceNames } from '../canon/dialect-name.ts';
import { recordLosses } from '../canon/losses.ts';
import type { CanonRequest } from '../canon/request.ts';
import { codec } from '../dialects/chat-completions/codec.ts';
import { openaiCompatible } from '../upstreams/openai-compatible.ts';
import { findEndpoint } from '../upstreams/upstream.ts';
import { findVendor } from './find-vendor.ts';
import { vendors } from './vendors.ts';

test.each([
  ['https://api.deepseek.com', '', 'deepseek'],
  ['https://api.groq.com/openai/v1', '', 'groq'],
  ['https://api.mistral.ai/v1', '', 'mistral'],
  ['https://api.moonshot.cn/v1', '', 'moonshot'],
  ['https://openrouter.ai/api/v1', '', 'openrouter'],
  ['https://us.api.x.ai/v1', '', 'xai'],
  ['https://api.deepseek.com.example/v1', '', ''],
  ['https://notapi.x.ai/v1', '', ''],
  ['http://10.0.0.1:8000/v1', 'vllm', 'vllm'],
  ['http://10.0.0.1:11434/v1', 'ollama', 'ollama'],
  ['https://api.deepseek.com', 'vllm', 'vllm'],
  ['https://api.deepseek.com', 'other', ''],
])('%s, said to be "%s", is "%s"', (baseUrl, vendor, name) => {
  expect(findVendor(Channel.fromPartial({ baseUrl, vendor })).name).toBe(name);
});

test('a channel may name each of them, or none', () => {
  expect(vendorNames).toEqual([...vendors.map(({ name }) => name), 'other'].sort());
});

test.each([
  ['deepseek', 'https://host', ['/chat/completions', '/anthropic/v1/messages']],
  ['deepseek', 'https://host/v1/', ['/v1/chat/completions', '/anthropic/v1/messages']],
  ['groq', 'https://host/v1', ['/v1/chat/completions', '/v1/responses']],
  ['mistral', 'https://host/v1', ['/v1/chat/completions']],
  ['moonshot', 'https://host/v1', ['/v1/chat/completions', '/v1/responses', '/anthropic/v1/messages']],
  ['ollama', 'https://host/v1', ['/v1/chat/completions', '/v1/responses', '/v1/messages']],
  ['', 'https://host/v1', ['/v1/chat/completions']],
])('%s at %s serves %j itself', (vendor, baseUrl, paths) => {
  const channel = Channel.fromPartial({ baseUrl, vendor });
  const call = { model: 'm', stream: false, channel };
  const found = dialectNames.flatMap(
    (style) => findEndpoint(openaiCompatible, style, call)?.url.pathname ?? [],
  );
  expect(found).toEqual(paths);
});

test.each([
  ['deepseek', []],
  ['groq', ['speech', 'transcriptions', 'translations']],
  ['mistral', ['embeddings', 'moderations', 'transcriptions']],
  ['ollama', ['completions', 'embeddings']],
  ['openrouter', ['completions', 'embeddings', 'rerank', 'speech']],
  ['vllm', ['completions', 'embeddings', 'rerank', 'transcriptions', 'translations']],
  [
    '',
    [
      'embeddings',
      'image-edits',
      'image-generations',
      'moderations',
      'rerank',
      'speech',
      'transcriptions',
      'translations',
    ],
  ],
])('beyond the dialects %s serves %j', (vendor, styles) => {
  const channel = Channel.fromPartial({ baseUrl: 'https://host/v1', vendor });
  const call = { model: 'm', stream: false, channel };
  expect(surfaceNames.filter((style) => findEndpoint(openaiCompatible, style, call))).toEqual(styles);
});

const base: CanonRequest = {
  model: 'm',
  instructions: [],
  turns: [{ from: 'user', blocks: [{ kind: 'text', text: 'Hi' }] }],
  tools: [],
  stop: [],
  sampling: {},
  stream: false,
  includeUsage: false,
  extras: {},
};

function encode(vendor: string, model: string, request: Partial<CanonRequest>) {
  const channel = Channel.fromPartial({ vendor });
  const service = openaiCompatible.ways?.('chat-completions', { model, stream: false, channel }).traits;
  const losses = recordLosses();
  const target = { model, maxOutputTokens: 4_096, service };
  const { messages, model: _model, ...body } = codec.encodeRequest({ ...base, ...request }, target, losses);
  return { messages, body, dropped: losses.dropped, approximated: losses.approximated };
}

const effort = (word: 'none' | 'medium' | 'max') => ({ reasoning: { effort: word } });

describe('what each is asked for thinking', () => {
  test.each([
    ['deepseek', 'deepseek-flash', 'medium', { thinking: { type: 'enabled' }, reasoning_effort: 'medium' }],
    ['deepseek', 'deepseek-flash', 'none', { thinking: { type: 'disabled' } }],
    ['moonshot', 'kimi-k2.6', 'medium', { thinking: { type: 'enabled' } }],
    ['moonshot', 'kimi-k2.6', 'none', { thinking: { type: 'disabled' } }],
    ['moonshot', 'kimi-k3', 'medium', { reasoning_effort: 'low' }],
    ['moonshot', 'kimi-k3.1-pro', 'max', { reasoning_effort: 'max' }],
    ['moonshot', 'kimi-k2.7-code', 'medium', {}],
    ['openrouter', 'any/model', 'medium', { reasoning: { effort: 'medium' } }],
    ['xai', 'grok-4', 'medium', {}],
    ['xai', 'grok-4.20-reasoning', 'medium', {}],
    ['xai', 'grok-4.3', 'none', { reasoning_effort: 'none' }],
    ['xai', 'grok-3-mini', 'medium', { reasoning_effort: 'low' }],
    ['groq', 'openai/gpt-oss-120b', 'none', { reasoning_effort: 'low' }],
    ['groq', 'llama-3.3-70b', 'medium', {}],
    ['mistral', 'mistral-large-latest', 'medium', {}],
    ['vllm', 'any/model', 'medium', { reasoning_effort: 'medium' }],
  ] as const)('%s, %s: %s', (vendor, model, word, body) => {
    expect(encode(vendor, model, effort(word)).body).toEqual(body);
  });

  test.each([
    [
      { budgetTokens: 2_000, isShown: false },
      { max_tokens: 2_000, exclude: true },
    ],
    [{ isShown: true }, { enabled: true }],
    [{ isShown: false }, { exclude: true }],
  ])('OpenRouter is told %j as %j', (reasoning, expected) => {
    expect(encode('openrouter', 'm', { reasoning }).body).toEqual({ reasoning: expected });
  });
});

describe('a call that is demanded', () => {
  const request = { tools: [{ name: 'f' }], toolChoice: { kind: 'any' as const } };

  test.each([
    ['deepseek', 'deepseek-flash', { tool_choice: 'required', thinking: { type: 'disabled' } }],
    ['moonshot', 'kimi-k2.6', { tool_choice: 'required', thinking: { type: 'disabled' } }],
    ['moonshot', 'moonshot-v1-8k', { tool_choice: 'required' }],
    ['moonshot', 'kimi-k2.7-code', {}],
    ['mistral', 'mistral-large-latest', { tool_choice: 'required' }],
  ])('%s, %s', (vendor, model, expected) => {
    const { body, dropped } = encode(vendor, model, request);
    const { tools: _tools, ...rest } = body;
    expect(rest).toEqual(expected);
    expect(dropped).toEqual('tool_choice' in expected ? [] : ['toolChoice']);
  });
});

describe('what was thought in history', () => {
  const call = { kind: 'tool-call' as const, id: 'call_1', name: 'f', argsText: '{}' };
  const thought = { kind: 'reasoning' as const, text: 'Hm.' };
  const turns = (hasThought: boolean): Partial<CanonRequest> => ({
    turns: [
      { from: 'assistant', blocks: hasThought ? [thought, call] : [call] },
      { from: 'user', blocks: [{ kind: 'tool-result', callId: 'call_1', blocks: [] }] },
    ],
  });
  const said = (vendor: string, model: string, hasThought: boolean) => {
    const { messages } = encode(vendor, model, turns(hasThought));
    const [assistant] = Array.isArray(messages) ? messages : [];
    const { role: _role, tool_calls: _calls, ...rest } = assistant;
    return rest;
  };

  test.each([
    ['deepseek', 'm', { content: null, reasoning_content: 'Hm.' }],
    ['groq', 'openai/gpt-oss-20b', { content: null, reasoning: 'Hm.' }],
    ['groq', 'llama', { content: null }],
    [
      'mistral',
      'magistral-medium',
      { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] },
    ],
    ['mistral', 'mistral-large', { content: null }],
    ['ollama', 'm', { content: null, reasoning: 'Hm.' }],
  ])('%s, %s has it where it wants it', (vendor, model, expected) => {
    expect(said(vendor, model, true)).toEqual(expected);
  });

  test.each([
    ['deepseek', { content: null, reasoning_content: '' }],
    ['moonshot', { content: null, reasoning_content: ' ' }],
    ['groq', { content: null }],
  ])('%s wants something beside a call even where nothing is known', (vendor, expected) => {
    expect(said(vendor, 'kimi-k2.6', false)).toEqual(expected);
  });
});

test('mistral gets ids of nine letters and digits, the same for a call and its result', () => {
  const turns: CanonRequest['turns'] = [
    { from: 'assistant', blocks: [{ kind: 'tool-call', id: 'call_long_id', name: 'f', argsText: '{}' }] },
    { from: 'user', blocks: [{ kind: 'tool-result', callId: 'call_long_id', blocks: [] }] },
  ];
  const { messages } = encode('mistral', 'm', { turns });
  const id = expect.stringMatching(/^[A-Za-z0-9]{9}$/);
  expect(messages).toMatchObject([{ tool_calls: [{ id }] }, { tool_call_id: id }]);
  const [first, second] = Array.isArray(messages) ? messages : [];
  expect(first.tool_calls[0].id).toBe(second.tool_call_id);
});

test('a seed goes to mistral under its name for it, and streams are not asked for usage', () => {
  const { body, dropped } = encode('mistral', 'm', { sampling: { seed: 3 }, stream: true, endUser: 'u' });
  expect(body).toEqual({ random_seed: 3, stream: true });
  expect(dropped).toEqual(['endUser']);
});

test('an upstream without schemas is told of them in words', () => {
  const format = { kind: 'schema' as const, schema: { type: 'object' } };
  const { body, messages, approximated } = encode('deepseek', 'm', { format });
  expect(body).toEqual({ response_format: { type: 'json_object' } });
  expect(messages).toMatchObject([
    { role: 'system', content: expect.stringContaining('{"type":"object"}') },
    {},
  ]);
  expect(approximated).toEqual(['format']);
});
