import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { describe, expect, test } from 'vitest';
import { dialectNames } from '../canon/dialect-name.ts';
import { findUpstream } from './index.ts';
import { endpointOf, spokenDialect } from './upstream.ts';

const rows = [
  {
    name: 'anthropic',
    speaks: { messages: '/messages' },
    credentials: { 'x-api-key': 'k' },
    best: 'messages',
  },
  {
    name: 'gemini',
    speaks: { 'generate-content': '/models/a%2Fb:generateContent' },
    credentials: { 'x-goog-api-key': 'k' },
    best: 'generate-content',
  },
  {
    name: 'openai',
    speaks: { 'chat-completions': '/chat/completions', responses: '/responses' },
    credentials: { authorization: 'Bearer k' },
    best: 'chat-completions',
  },
  {
    name: 'openai-compatible',
    speaks: { 'chat-completions': '/chat/completions' },
    credentials: { authorization: 'Bearer k' },
    best: 'chat-completions',
  },
] as const;

describe.each(rows)('$name', ({ name, speaks, credentials, best }) => {
  const upstream = findUpstream(name);
  if (!upstream) throw new Error(`${name} is not found`);
  const call = { model: 'a/b', stream: false };

  test('signs with its own header', () => {
    expect(upstream.credentials('k')).toEqual(credentials);
  });

  test.each(['https://provider.example/v1', 'https://provider.example/v1/'])('lies below %s', (baseUrl) => {
    const channel = Channel.fromPartial({ baseUrl });
    const found = dialectNames.flatMap((dialect) => {
      const url = endpointOf(channel, upstream, dialect, call);
      return url ? [[dialect, url.href]] : [];
    });
    const expected = Object.entries(speaks).map(([dialect, path]) => [
      dialect,
      `https://provider.example/v1${path}`,
    ]);
    expect(found.sort()).toEqual(expected.sort());
  });

  test('is called in the client’s dialect where it speaks it, and in its best otherwise', () => {
    for (const client of dialectNames) {
      expect(spokenDialect(upstream, client)).toBe(client in speaks ? client : best);
    }
  });
});

test('gemini streams as server-sent events', () => {
  const upstream = findUpstream('gemini');
  const channel = Channel.fromPartial({ baseUrl: 'https://provider.example/v1beta' });
  const url = upstream && endpointOf(channel, upstream, 'generate-content', { model: 'm', stream: true });
  expect(url?.href).toBe('https://provider.example/v1beta/models/m:streamGenerateContent?alt=sse');
});

test('a provider that nobody knows is not found', () => {
  expect(findUpstream('carrier-pigeon')).toBeUndefined();
});
