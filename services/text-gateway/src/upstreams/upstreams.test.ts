import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { providers } from '@headgate/proto/providers';
import { createAccessTokens } from '@headgate/runtime/sign-in/access-tokens';
import { describe, expect, test } from 'vitest';
import { dialectNames, imageStyles, surfaceNames, upstreamStyles } from '../canon/dialect-name.ts';
import { createPools } from '../upstream-call/pools.ts';
import { findUpstream, upstreams } from './index.ts';
import { findConvertedEndpoint, findEndpoint, findRealtimeUrl } from './upstream.ts';

const tools = { pools: createPools(), accessTokens: createAccessTokens(() => 0) };
const others = {
  'image-generations': '/images/generations',
  'image-edits': '/images/edits',
  embeddings: '/embeddings',
  moderations: '/moderations',
  speech: '/audio/speech',
  transcriptions: '/audio/transcriptions',
  translations: '/audio/translations',
};

const rows = [
  {
    name: 'anthropic',
    speaks: { messages: '/messages' },
    credentials: { 'x-api-key': 'k' },
    best: 'messages',
  },
  {
    name: 'ark',
    speaks: { 'ark-images': '/images/generations' },
    credentials: { authorization: 'Bearer k' },
    best: 'ark-images',
  },
  {
    name: 'bedrock',
    speaks: { converse: '/model/a%2Fb/converse' },
    credentials: { authorization: 'Bearer k' },
    best: 'converse',
  },
  {
    name: 'azure-openai',
    speaks: {
      'chat-completions': '/openai/v1/chat/completions',
      responses: '/openai/v1/responses',
      embeddings: '/openai/v1/embeddings',
      'image-generations': '/openai/v1/images/generations',
      'image-edits': '/openai/v1/images/edits',
      speech: '/openai/v1/audio/speech',
      transcriptions: '/openai/v1/audio/transcriptions',
      translations: '/openai/v1/audio/translations',
    },
    credentials: { 'api-key': 'k' },
    best: 'chat-completions',
  },
  {
    name: 'gemini',
    speaks: {
      'generate-content': '/models/a%2Fb:generateContent',
      'embed-content': '/models/a%2Fb:embedContent',
      'batch-embed-contents': '/models/a%2Fb:batchEmbedContents',
    },
    credentials: { 'x-goog-api-key': 'k' },
    best: 'generate-content',
  },
  {
    name: 'openai',
    speaks: {
      'chat-completions': '/chat/completions',
      responses: '/responses',
      compaction: '/responses/compact',
      ...others,
    },
    credentials: { authorization: 'Bearer k' },
    best: 'chat-completions',
  },
  {
    name: 'openai-compatible',
    speaks: { 'chat-completions': '/chat/completions', rerank: '/rerank', ...others },
    credentials: { authorization: 'Bearer k' },
    best: 'chat-completions',
  },
  {
    name: 'vertex',
    speaks: { 'generate-content': '/publishers/google/models/a%2Fb:generateContent' },
    credentials: { 'x-goog-api-key': 'k' },
    best: 'generate-content',
  },
] as const;

describe.each(rows)('$name', ({ name, speaks, credentials, best }) => {
  const upstream = findUpstream(name);
  if (!upstream) throw new Error(`${name} is not found`);
  const channel = Channel.fromPartial({ baseUrl: 'https://provider.example/v1' });
  const call = { model: 'a/b', stream: false, channel };

  test('signs with its own header', async () => {
    const { url } = findConvertedEndpoint(upstream, call, () => true) ?? {};
    if (!url) throw new Error('It has no endpoint');
    const unsigned = { url, headers: {}, body: Buffer.alloc(0), key: 'k', channel };
    expect(await upstream.authorize(unsigned, tools)).toEqual(credentials);
  });

  test.each(['https://provider.example/v1', 'https://provider.example/v1/'])('lies below %s', (baseUrl) => {
    const below = { ...call, channel: Channel.fromPartial({ baseUrl }) };
    const found = [...dialectNames, ...surfaceNames, ...upstreamStyles, ...imageStyles].flatMap((style) => {
      const endpoint = findEndpoint(upstream, style, below);
      return endpoint ? [[style, endpoint.url.href]] : [];
    });
    const expected = Object.entries(speaks).map(([dialect, path]) => [
      dialect,
      `https://provider.example/v1${path}`,
    ]);
    expect(found.sort()).toEqual(expected.sort());
  });

  test('is asked in its best dialect by clients of another', () => {
    expect(findConvertedEndpoint(upstream, call, () => true)?.style).toBe(best);
  });
});

test.each([
  ['gpt-3.5-turbo-instruct', true],
  ['gpt-3.5-turbo-instruct-0914', true],
  ['davinci-002', true],
  ['babbage-002', true],
  ['gpt-4o-mini', false],
])('whether openai completes with %s: %s', (model, isServed) => {
  const upstream = findUpstream('openai');
  const channel = Channel.fromPartial({ baseUrl: 'https://provider.example/v1' });
  const found = upstream && findEndpoint(upstream, 'completions', { model, stream: false, channel });
  expect(found?.url.pathname).toBe(isServed ? '/v1/completions' : undefined);
});

describe('openai', () => {
  const upstream = findUpstream('openai');
  const channel = Channel.fromPartial({ baseUrl: 'https://provider.example/v1' });

  test.each([
    ...['gpt-5-codex', 'gpt-5.3-codex', 'codex-mini-latest', 'gpt-5-pro', 'gpt-5.4-pro-2026-03-05', 'o3-pro'],
    ...['o4-mini-deep-research', 'computer-use-preview'],
  ])('has no chat completions of %s, and asks it for responses', (model) => {
    const call = { model, stream: false, channel };
    expect(upstream && findEndpoint(upstream, 'chat-completions', call)).toBeUndefined();
    expect(upstream && findConvertedEndpoint(upstream, call, () => true)?.style).toBe('responses');
  });

  test.each([
    ...[
      ['gpt-5.4', 'responses'] as const,
      ['gpt-5.6-terra', 'responses'] as const,
      ['gpt-6', 'responses'] as const,
    ],
    ...[['gpt-5.3-chat-latest', 'chat-completions'] as const, ['gpt-4o', 'chat-completions'] as const],
    ['gpt-5-mini', 'chat-completions'] as const,
  ])('is asked for %s in %s by clients of others, and has its chat completions', (model, best) => {
    const call = { model, stream: false, channel };
    expect(upstream && findEndpoint(upstream, 'chat-completions', call)).toBeDefined();
    expect(upstream && findConvertedEndpoint(upstream, call, () => true)?.style).toBe(best);
  });

  test('is asked for what can be converted', () => {
    const call = { model: 'gpt-5.4', stream: false, channel };
    const isChat = (style: string): boolean => style === 'chat-completions';
    expect(upstream && findConvertedEndpoint(upstream, call, isChat)?.style).toBe('chat-completions');
  });
});

test.each([
  ['gemini', 'imagen-4.0-generate-001', '/v1/models/imagen-4.0-generate-001:predict'],
  ['gemini', 'gemini-3-pro-image', undefined],
  ['vertex', 'imagen-4.0-generate-001', '/v1/publishers/google/models/imagen-4.0-generate-001:predict'],
])('%s predicts with %s at %s', (name, model, path) => {
  const upstream = findUpstream(name);
  const channel = Channel.fromPartial({ baseUrl: 'https://provider.example/v1' });
  const found = upstream && findEndpoint(upstream, 'predict', { model, stream: true, channel });
  expect(found?.url.pathname).toBe(path);
});

test('gemini streams as server-sent events', () => {
  const upstream = findUpstream('gemini');
  const channel = Channel.fromPartial({ baseUrl: 'https://provider.example/v1beta' });
  const endpoint =
    upstream && findEndpoint(upstream, 'generate-content', { model: 'm', stream: true, channel });
  expect(endpoint?.url.href).toBe('https://provider.example/v1beta/models/m:streamGenerateContent?alt=sse');
});

describe('azure-openai', () => {
  const upstream = findUpstream('azure-openai');
  test.each([
    ['chat-completions', '2024-10-21', '/openai/deployments/a%2Fb/chat/completions?api-version=2024-10-21'],
    ['responses', '2025-04-01-preview', '/openai/responses?api-version=2025-04-01-preview'],
    ['chat-completions', 'preview', '/openai/v1/chat/completions?api-version=preview'],
  ] as const)('%s of %s is at %s', (style, apiVersion, path) => {
    const channel = Channel.fromPartial({ baseUrl: 'https://name.openai.azure.com', apiVersion });
    const endpoint = upstream && findEndpoint(upstream, style, { model: 'a/b', stream: false, channel });
    expect(endpoint?.url.href).toBe(`https://name.openai.azure.com${path}`);
  });

  test.each([
    ['', '/openai/v1/realtime?model=a%2Fb'],
    ['preview', '/openai/v1/realtime?api-version=preview&model=a%2Fb'],
    ['2025-04-01-preview', '/openai/realtime?api-version=2025-04-01-preview&deployment=a%2Fb'],
  ])('realtime of %j is at %s', (apiVersion, path) => {
    const channel = Channel.fromPartial({ baseUrl: 'https://name.openai.azure.com', apiVersion });
    const url = upstream && findRealtimeUrl(upstream, { model: 'a/b', stream: true, channel });
    expect(url?.href).toBe(`https://name.openai.azure.com${path}`);
  });
});

test.each([
  ['gemini-3-pro', true, 'google/models/gemini-3-pro:streamGenerateContent?alt=sse'],
  ['claude-opus-4@20250514', true, 'anthropic/models/claude-opus-4@20250514:streamRawPredict'],
  ['claude-opus-4@20250514', false, 'anthropic/models/claude-opus-4@20250514:rawPredict'],
])('vertex has %s, streamed: %s, at its publisher', (model, stream, path) => {
  const upstream = findUpstream('vertex');
  const channel = Channel.fromPartial({ baseUrl: 'https://host/v1/projects/p/locations/l' });
  const endpoint = upstream && findConvertedEndpoint(upstream, { model, stream, channel }, () => true);
  expect(endpoint?.url.href).toBe(`https://host/v1/projects/p/locations/l/publishers/${path}`);
});

test.each([
  ['openai', 'https://provider.example/v1/realtime?model=a%2Fb'],
  ['openai-compatible', undefined],
  ['anthropic', undefined],
  ['gemini', undefined],
])('%s serves realtime at %s', (name, expected) => {
  const upstream = findUpstream(name);
  const channel = Channel.fromPartial({ baseUrl: 'https://provider.example/v1/' });
  const call = { model: 'a/b', stream: true, channel };
  expect(upstream && findRealtimeUrl(upstream, call)?.href).toBe(expected);
});

test('a channel may name each of them', () => {
  expect(providers).toEqual(expect.arrayContaining(upstreams.map(({ name }) => name)));
});

test('a provider that nobody knows is not found', () => {
  expect(findUpstream('carrier-pigeon')).toBeUndefined();
});
