/** What clients send of their own accord, put to services that refuse what they do not know. */
import { Operation, Dialect as WireDialect } from '@headgate/proto/gen/headgate/text/v1/text';
import { afterAll, expect, test } from 'vitest';
import { findSurface } from '../../surfaces/index.ts';
import { createCandidate, createTestServing, type TestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import { planCall } from './plan-call.ts';

const pools = createPools();
afterAll(() => pools.close());

async function sentTo(baseUrl: string, body: string): Promise<string> {
  return plannedFor(baseUrl, createTestServing({ pools, stream: true, body: Buffer.from(body) }));
}

async function embeddingSentTo(baseUrl: string, dialect: WireDialect, body: string): Promise<string> {
  const client = findSurface(dialect, Operation.EMBED);
  if (!client) throw new Error('there are no embeddings');
  return plannedFor(baseUrl, createTestServing({ pools, stream: false, client, body: Buffer.from(body) }));
}

async function plannedFor(baseUrl: string, serving: TestServing): Promise<string> {
  const candidate = createCandidate({ id: 1n, provider: 'openai-compatible', baseUrl, keys: ['k'] });
  candidate.upstreamModel = 'm';
  const plan = await planCall(serving, { candidate, key: undefined }, 'request.1');
  if ('fault' in plan) throw new Error(plan.fault.message);
  return plan.body.toString();
}

const asked = '{ "model":"m", "stream":true,"messages":[], "stream_options":{"include_usage":true} }';

test('Mistral, which counts unasked and refuses to be asked, is not asked for usage', async () => {
  const body = await sentTo('https://api.mistral.ai/v1', asked);
  expect(JSON.parse(body)).toEqual({ model: 'm', stream: true, messages: [] });
});

test('who does not ask for usage has their bytes passed to Mistral as they came', async () => {
  const body = '{ "model":"m", "stream":true,"messages":[] }';
  expect(await sentTo('https://api.mistral.ai/v1', body)).toBe(body);
});

test('OpenRouter, which counts unasked and takes being asked, has the bytes as they came', async () => {
  expect(await sentTo('https://openrouter.ai/api/v1', asked)).toBe(asked);
});

const googles = JSON.stringify({ content: { parts: [{ text: 'Hi' }] }, outputDimensionality: 256 });

test.each([
  ['https://api.mistral.ai/v1', { output_dimension: 256 }],
  ['https://openrouter.ai/api/v1', { dimensions: 256 }],
])('%s is told how long a converted embedding is to be in its own word', async (baseUrl, told) => {
  const body = await embeddingSentTo(baseUrl, WireDialect.GENERATE_CONTENT, googles);
  expect(JSON.parse(body)).toEqual({ model: 'm', input: ['Hi'], encoding_format: 'float', ...told });
});

test('who asks in the style of OpenAI has the bytes passed to Mistral as they came', async () => {
  const body = '{ "model":"m", "input":"Hi","dimensions":256 }';
  expect(await embeddingSentTo('https://api.mistral.ai/v1', WireDialect.UNSPECIFIED, body)).toBe(body);
});
