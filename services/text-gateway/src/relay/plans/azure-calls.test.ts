/** GPT-5.4 and later on Azure, asked by an agent that speaks messages: tools, and how much to think. */
import { afterAll, expect, test } from 'vitest';
import { createCandidate, createTestServing } from '../../testing/test-serving.ts';
import { createPools } from '../../upstream-call/pools.ts';
import { planCall } from './plan-call.ts';

const pools = createPools();
afterAll(() => pools.close());

/** As Claude Code asks. */
const body = {
  model: 'm',
  max_tokens: 32_000,
  thinking: { type: 'adaptive' },
  output_config: { effort: 'medium' },
  tools: [{ name: 'Read', input_schema: { type: 'object', properties: { path: { type: 'string' } } } }],
  messages: [{ role: 'user', content: 'Read a.ts' }],
};

async function planFor(provider: string, baseUrl: string, upstreamModel: string, apiVersion = '') {
  const serving = createTestServing({ pools, stream: false, client: 'messages', body });
  const candidate = {
    ...createCandidate({ id: 1n, provider, baseUrl, apiVersion, keys: ['k'] }),
    upstreamModel,
  };
  const plan = await planCall(serving, { candidate, key: undefined }, 'request.1');
  if ('fault' in plan) throw new Error(plan.fault.message);
  return { path: plan.url.pathname, body: JSON.parse(plan.body.toString()) };
}

test.each([
  ['openai', 'https://api.openai.com/v1'],
  ['azure-openai', 'https://name.openai.azure.com'],
])('%s is not asked over chat completions to call tools and to reason', async (provider, baseUrl) => {
  for (const model of ['gpt-5.4', 'gpt-5.5', 'gpt-5.6-terra', 'gpt-6']) {
    const { path, body: sent } = await planFor(provider, baseUrl, model);
    const isRefused = path.endsWith('/chat/completions') && sent.tools && sent.reasoning_effort !== undefined;
    expect([model, path, isRefused && sent.reasoning_effort]).toEqual([model, path, false]);
  }
});

test.each([
  ['gpt-5.3-codex', '', '/openai/v1/responses'],
  ['gpt-5.4-pro', '', '/openai/v1/responses'],
  ['gpt-5.4', '2025-04-01-preview', '/openai/responses'],
  ['gpt-5.4', '2024-10-21', '/openai/deployments/gpt-5.4/chat/completions'],
  ['gpt-5-codex', '2024-10-21', '/openai/deployments/gpt-5-codex/chat/completions'],
  ['our-deployment', '', '/openai/v1/chat/completions'],
])('azure-openai is asked for %s of version "%s" at %s', async (model, apiVersion, path) => {
  expect((await planFor('azure-openai', 'https://name.openai.azure.com', model, apiVersion)).path).toBe(path);
});
