import { Catalog, Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { createGate } from '@headgate/runtime/gates/gate';
import { beforeEach, expect, test } from 'vitest';
import { indexCatalog } from '../../catalog/catalog.ts';
import { createScriptedChannels } from '../../testing/scripted-channels.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createTestServing } from '../../testing/test-serving.ts';
import type { InquiryTools } from '../each-channel.ts';
import { fetchModels } from './fetch-models.ts';

const upstream = startUpstreamForEach();
let counted: [string, boolean][];
beforeEach(() => {
  counted = [];
});

function createTools(...channels: Channel[]): InquiryTools {
  const { context } = createTestServing({ pools: upstream.pools, stream: false });
  const catalog = indexCatalog(1n, Catalog.fromPartial({}));
  return {
    context: { ...context, catalog: { current: () => catalog } },
    account: createScriptedChannels(channels),
    gate: createGate({ places: 4, queue: 4 }),
    count: (inquiry, isSuccess) => counted.push([inquiry, isSuccess]),
  };
}

const { signal } = new AbortController();
const unsaved = (provider: string, baseUrl = upstream.baseUrl(1n)) => {
  const channel = { provider, baseUrl, key: 'sk-new', vendor: '', apiVersion: '' };
  return fetchModels(createTools(), { unsaved: channel }, signal);
};

test.each([
  ['openai', '/1/v1/models', 'authorization', { data: [{ id: 'b' }, { id: 'a' }, { id: 'a' }, { id: 5 }] }],
  ['anthropic', '/1/v1/models?limit=1000', 'x-api-key', { data: [{ id: 'a' }, { id: 'b' }] }],
  [
    'gemini',
    '/1/v1/models?pageSize=1000',
    'x-goog-api-key',
    { models: [{ name: 'models/a' }, { name: 'b' }] },
  ],
])('%s lists its models', async (provider, path, header, answer) => {
  upstream.serve = (_request, response) => response.end(JSON.stringify(answer));
  expect(await unsaved(provider)).toEqual({ models: ['a', 'b'] });
  expect(upstream.calls.map((call) => call.path)).toEqual([path]);
  expect(String(upstream.calls[0]?.headers[header])).toContain('sk-new');
});

test('a saved channel is asked with its first credential', async () => {
  upstream.serve = (_request, response) => response.end('{"data":[{"id":"a"}]}');
  const saved = {
    id: 5n,
    provider: 'openai-compatible',
    baseUrl: upstream.baseUrl(5n),
    keys: ['one', 'two'],
  };
  const tools = createTools(Channel.fromPartial(saved));
  expect(await fetchModels(tools, { channelId: 5n }, signal)).toEqual({ models: ['a'] });
  expect(upstream.calls.map(({ key }) => key)).toEqual(['one']);
  expect(counted).toEqual([['models', true]]);
});

test.each([
  ['a provider that lists none', () => unsaved('bedrock'), /do not list their models/],
  ['a provider that nobody knows', () => unsaved('kling'), /do not list their models/],
  ['an address with a password', () => unsaved('openai', 'http://a:b@localhost/v1'), /^base_url must be/],
  ['an address of a file', () => unsaved('openai', 'file:///etc/passwd'), /^base_url must be/],
  [
    'a channel that is not there',
    () => fetchModels(createTools(), { channelId: 9n }, signal),
    /no such channel/,
  ],
  ['no channel', () => fetchModels(createTools(), {}, signal), /no such channel/],
  ['nobody at the address', () => unsaved('openai', 'http://127.0.0.1:9'), /cannot be reached.*ECONNREFUSED/],
])('%s is refused in words', async (_name, ask, words) => {
  const refusal = expect.objectContaining({ status: 200, message: expect.stringMatching(words) });
  await expect(ask()).rejects.toMatchObject({ fault: refusal });
  expect(upstream.calls).toEqual([]);
});

test.each([
  [401, '{"error":{"message":"sk-new is wrong"}}', 'The upstream answered 401: [key] is wrong'],
  [200, '{"models":1}', 'The upstream did not answer with a list of models.'],
  [302, '', 'The upstream answered 302.'],
])('a %i with %s is no list', async (status, body, message) => {
  upstream.serve = (_request, response) =>
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(body);
  await expect(unsaved('openai')).rejects.toMatchObject({ fault: { status: 200, message } });
});
