import { mjChannel, mjModels } from './mj-models.ts';

const upstreams = [
  { provider: 'openai', base: '/v1' },
  { provider: 'openai-compatible', base: '/v1' },
  { provider: 'anthropic', base: '/v1' },
  { provider: 'gemini', base: '/v1beta' },
] as const;
const channels = upstreams.map(
  ({ provider, base }) => `
  - name: ${provider}
    provider: ${provider}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ["upstream-secret-key"]
    models: [gpt-4o-mini, gpt-image-1${provider === 'openai' ? ', sora-2' : ''}]`,
);
/** Models and channels that serve every billable row of the route table, with further sections behind them. */
export const meteredConfiguration = (more: string): string => `
models:
  sora-2: { family: V1, price: { second: 0.10 } }
  kolors-virtual-try-on: { family: kling, price: { image: 0.07 } }
  kling-v1: { family: kling, price: { second: 0.10, image: 0.02 } }
  kling-v2-6: { family: kling, price: { second: 0.10 } }
  kling-video-o1: { family: kling, price: { second: 0.10 } }
  gpt-4o-mini: { price: { input: 100, output: 200, call: 0.001 }, max_output: 16384 }
  gpt-image-1: { price: { image: 0.04, call: 0.001 } }
${mjModels}
channels: ${channels.join('')}${mjChannel}
  - name: kling
    provider: kling
    base_url: "\${HEADGATE_SANDBOX_URL}/kling/v1"
    keys: ["AKIDMETERED:secret-of-AKIDMETERED"]
    models:
      - kling-v1
      - kling-v2-6
      - kling-video-o1
      - { name: kolors-virtual-try-on, upstream: kolors-virtual-try-on-v1 }
${more}`;
