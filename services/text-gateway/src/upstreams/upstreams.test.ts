import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { Dialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { describe, expect, test } from 'vitest';
import { findUpstream } from './index.ts';
import { endpointOf } from './upstream.ts';

describe.each(['openai', 'openai-compatible'])('%s', (name) => {
  const upstream = findUpstream(name);

  test('is found by its name and signs with a bearer key', () => {
    expect(upstream?.name).toBe(name);
    expect(upstream?.credentials('k')).toEqual({ authorization: 'Bearer k' });
  });

  test.each([
    ['https://provider.example/v1', 'https://provider.example/v1/chat/completions'],
    ['https://provider.example/v1/', 'https://provider.example/v1/chat/completions'],
    ['http://127.0.0.1:9/deep/path', 'http://127.0.0.1:9/deep/path/chat/completions'],
  ])('serves chat completions below %s', (baseUrl, expected) => {
    const channel = Channel.fromPartial({ baseUrl });
    expect(upstream && endpointOf(channel, upstream, Dialect.CHAT_COMPLETIONS)?.href).toBe(expected);
  });
});

test('a provider that nobody knows is not found', () => {
  expect(findUpstream('carrier-pigeon')).toBeUndefined();
});
