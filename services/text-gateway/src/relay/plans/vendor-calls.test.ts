/** What clients of chat completions send of their own accord, passed to services that refuse what they do not know. */
import { afterAll, expect, test } from 'vitest';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import { planCall } from './plan-call.ts';

const pools = createPools();
afterAll(() => pools.close());

async function sentTo(baseUrl: string, body: string): Promise<string> {
  const serving = createTestServing({ pools, stream: true, body: Buffer.from(body) });
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
