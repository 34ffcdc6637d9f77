/** Service tiers that a channel sets, in place of the client's word. */
import { Catalog as CatalogMessage } from '@headgate/proto/gen/headgate/account/v1/account';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { createWindowNames } from '../../budgets/window-names.ts';
import { indexBounds } from '../../catalog/bounds.ts';
import { indexCatalog } from '../../catalog/catalog.ts';
import { readRequest } from '../../dialects/chat-completions/request.ts';
import { dialects } from '../../dialects/index.ts';
import { startUpstreamForEach } from '../../testing/start-upstream-for-each.ts';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { chunk } from '../../testing/upstream-server.ts';
import { admit } from '../admit.ts';
import { attemptInTurn } from '../attempts/attempt-in-turn.ts';
import { askedTierOf } from './asked-tier.ts';

const upstream = startUpstreamForEach();

test.each([
  ['passed', 'openai', 'chat-completions'],
  ['converted', 'openai-compatible', 'responses'],
] as const)('a tier that the channel sets is the one that was asked for: %s', async (_, provider, client) => {
  upstream.serve = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk, () => setTimeout(() => response.destroy(), 20));
  };
  const candidate = createCandidate({
    id: 1n,
    provider,
    baseUrl: upstream.baseUrl(1n),
    overrides: { parameters: '{"service_tier":"default"}', headers: {}, statuses: {} },
  });
  candidate.upstreamModel = 'gpt-5';
  const body =
    client === 'responses'
      ? { model: 'gpt-5', stream: true, service_tier: 'priority', input: 'hi' }
      : {
          model: 'gpt-5',
          stream: true,
          service_tier: 'priority',
          messages: [{ role: 'user', content: 'hi' }],
        };
  const serving = createTestServing({ pools: upstream.pools, stream: true, client, body });
  await attemptInTurn(serving, [candidate]);
  expect(upstream.calls[0]?.body).toMatchObject({ service_tier: 'default' });
  expect(serving.outcomes).toHaveLength(1);
  // By this an answer that broke off is billed by `MODEL@priority`.
  expect(serving.outcomes[0]?.askedTier).toBeUndefined();
});

const row = { group: 'default', call: 0n, metered: [] };
const bounds = indexBounds(1n, [
  { ...row, model: 'm', input: 1_000_000n, output: 2_000_000n },
  { ...row, model: 'm@priority', input: 10_000_000n, output: 20_000_000n },
]);
const reservedBy = (parameters: string, members: object) => {
  const models = [{ name: 'm', upstream: 'm', priceModel: 'm' }];
  const overrides = { parameters };
  const channels = [{ id: 1n, provider: 'openai', groups: ['default'], models, overrides }];
  const catalog = indexCatalog(
    1n,
    CatalogMessage.fromPartial({ channels, models: [{ name: 'm', maxOutput: 100n }] }),
  );
  const caller = Caller.fromPartial({
    keyId: 1n,
    group: 'default',
    purses: [{ id: 'key:1', limited: true }],
  });
  const body = Buffer.from(JSON.stringify({ model: 'm', messages: [], ...members }).padEnd(100));
  return admit(
    readRequest(body),
    { caller, catalog, bounds },
    dialects['chat-completions'],
    createWindowNames(() => 0),
  ).reserved;
};

test('what OpenAI calls fast is served, and billed, as priority', () => {
  expect(reservedBy('', { service_tier: 'fast' })).toBe(2_500n);
  expect(reservedBy('{"service_tier":"fast"}', {})).toBeGreaterThanOrEqual(2_500n);
  expect(reservedBy('{"service_tier":"default"}', { service_tier: 'fast' })).toBeLessThan(2_500n);
  const body = Buffer.from(JSON.stringify({ model: 'm', input: 'hi', service_tier: 'fast' }));
  const route = { model: 'm', stream: false };
  expect(dialects.responses.passage.readRequest(body, route).serviceTier).toBe('priority');
});

test('the reservation covers the service tier that the channel sets', () => {
  const asked = reservedBy('', { service_tier: 'priority' });
  expect(asked).toBe(2_500n);
  expect(reservedBy('{"service_tier":"priority"}', {})).toBeGreaterThanOrEqual(asked);
});

test.each([
  ['fast', { inference_geo: 'us' }, 'fast+us'],
  ['fast+us', { inference_geo: 'global' }, 'fast'],
  ['us', { speed: 'fast' }, 'fast+us'],
  ['fast', { service_tier: 'standard_only' }, 'fast'],
  ['priority', { service_tier: 'default' }, undefined],
  ['priority', { serviceTier: 'standard' }, undefined],
  ['fast', { temperature: 1 }, 'fast'],
  [undefined, { service_tier: 'flex' }, 'flex'],
])('of %s a channel that sets %j asks for %s', (ofClient, parameters, asked) => {
  const overrides = { parameters: JSON.stringify(parameters), headers: {}, statuses: {} };
  const { channel } = createCandidate({
    id: 1n,
    provider: 'anthropic',
    baseUrl: 'https://x.test',
    overrides,
  });
  expect(askedTierOf(channel, 'messages', ofClient)).toBe(asked);
});
