/** The providers of the `ai` SDK over clouds that serve other vendors' models: Azure, Vertex and Bedrock. */
import { afterAll, beforeAll } from 'vitest';
import { apiKey, describeAiSdk } from './testing/ai-sdk-cases.ts';
import { startWorld, type World } from './testing/world.ts';

const azure = { provider: 'azure-openai', keys: ['azure-secret-key'], upstream: 'our-deployment' };
const vertex = { provider: 'vertex', path: '/v1/projects/p/locations/l' };
/** On Vertex not every Claude takes a schema: this one does. */
const clouds = [
  { name: 'azure', ...azure },
  { name: 'dated-azure', ...azure, api_version: '2025-04-01-preview' },
  { name: 'vertex-gemini', ...vertex, upstream: 'gemini-3-flash' },
  { name: 'vertex-claude', ...vertex, upstream: 'claude-sonnet-4-5@20250929' },
  {
    name: 'bedrock',
    provider: 'bedrock',
    region: 'us-east-1',
    keys: ['AKIDSANDBOX:secret-of-AKIDSANDBOX:a-token'],
    upstream: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  },
] as const;

/** JSON is YAML: a key file goes in as one string. Until there is one, nothing is served over Vertex. */
function configurationWith(keyFile: string): string {
  const price = { input: 1, output: 2 };
  const channels = clouds.map(({ upstream, ...cloud }) => {
    const { path, ...channel } = { path: '', keys: [keyFile], ...cloud };
    const models = [{ name: `over-${cloud.name}`, upstream }];
    return { ...channel, base_url: `\${HEADGATE_SANDBOX_URL}${path}`, models };
  });
  return JSON.stringify({
    models: Object.fromEntries(clouds.map(({ upstream }) => [upstream, { price, max_output: 16_384 }])),
    channels: channels.filter(({ keys }) => keys[0] !== ''),
    users: [{ username: 'root', password: 'root-password-for-tests', role: 'root' }],
    keys: [{ name: 'ai', key: apiKey, quota_usd: 1000 }],
  });
}

let world: World;
beforeAll(async () => {
  globalThis.AI_SDK_LOG_WARNINGS = false;
  world = await startWorld(configurationWith(''), {
    env: { 'text-gateway': { HEADGATE_ABANDONED_DRAIN_MS: '50' } },
  });
  const account = await fetch(`${world.sandboxUrl}/vertex/service-account`);
  await world.apply(configurationWith(await account.text()));
}, 120_000);
afterAll(() => world.stop());

describeAiSdk(
  () => world,
  clouds.map(({ name }) => name),
);
