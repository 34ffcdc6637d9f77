/**
 * The providers of the `ai` SDK, which read answers by schemas of their own and build the next turn by themselves, over
 * upstreams of their vendors.
 */
import { afterAll, beforeAll } from 'vitest';
import { apiKey, describeAiSdk } from './testing/ai-sdk-cases.ts';
import { startWorld, type World } from './testing/world.ts';

/** Conversions go by what is known of a model: each upstream serves one that its vendor has. */
const upstreams = [
  { name: 'openai-compatible', base: '/v1', model: 'some-model' },
  { name: 'openai', base: '/v1', model: 'gpt-4o' },
  { name: 'anthropic', base: '/v1', model: 'claude-sonnet-4-5' },
  { name: 'gemini', base: '/v1beta', model: 'gemini-3-flash' },
] as const;

const channels = upstreams.map(
  ({ name, base, model }) => `
  - name: ${name}
    provider: ${name}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ["upstream-secret-key"]
    models: [{ name: over-${name}, upstream: ${model} }]`,
);
const configuration = `
models:
${upstreams.map(({ model }) => `  ${model}: { price: { input: 1, output: 2 }, max_output: 16384 }`).join('\n')}
channels: ${channels.join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: ai, key: "${apiKey}", quota_usd: 1000 }
`;

let world: World;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  world = await startWorld(configuration, { env: { 'text-gateway': { HEADGATE_ABANDONED_DRAIN_MS: '50' } } });
}, 120_000);
afterAll(() => world.stop());

describeAiSdk(
  () => world,
  upstreams.map(({ name }) => name),
);
