/** The vendors of video that tasks are made at, end to end: a channel and a model of each, and what a task of it costs. */

export interface VendorRow {
  /** What the sandbox calls the vendor. */
  vendor: string;
  provider: string;
  /** Below the sandbox's address. */
  base: string;
  key: string;
  /** Members of the channel beside the usual ones, one a line. */
  channel?: string;
  /** The name that the vendor has for the model. */
  model: string;
  /** The members of the model's row. */
  traits: string;
  /** Beside the model and the prompt; `$film` stands for the address of a film of three seconds. */
  body?: object;
  /** What one task costs, in quota units: 500,000 are a dollar. */
  units: bigint;
  /** How a job that is filtered ends; absent where the vendor has no word for it. */
  moderated?: 'content_policy_violation';
  /** Gives a new address where an old one has expired. */
  renewsLinks?: true;
}

export const vendorRows: readonly VendorRow[] = [
  {
    vendor: 'openai-videos',
    provider: 'openai',
    base: '/v1',
    key: 'sora-upstream-key',
    model: 'sora-2',
    traits: '{ family: V1, price: { second: 0.10 } }',
    units: 200_000n,
    moderated: 'content_policy_violation',
  },
  {
    vendor: 'ark',
    provider: 'ark',
    base: '/api/v3',
    key: 'ark-upstream-key',
    model: 'doubao-seedance-2-0-260128',
    traits: '{ family: V7, price: { second: 0.10 } }',
    body: { seconds: '4' },
    units: 200_000n,
    moderated: 'content_policy_violation',
  },
  {
    vendor: 'tencent-vod',
    provider: 'tencent-vod',
    base: '',
    key: 'AKIDSANDBOX:secret-of-AKIDSANDBOX:251007502',
    model: 'Kling-2.6',
    traits: '{ family: V10, price: { second: 0.10 } }',
    units: 250_000n,
  },
  {
    vendor: 'veo',
    provider: 'gemini',
    base: '/v1beta',
    key: 'google-upstream-key',
    model: 'veo-3.1-generate-preview',
    traits: '{ family: V2, price: { second: { 720p: 0.40, 1080p: 0.40, 4k: 0.60 } } }',
    body: { duration: 6 },
    units: 1_200_000n,
    moderated: 'content_policy_violation',
  },
  {
    vendor: 'xai',
    provider: 'xai',
    base: '/vendors/xai/v1',
    key: 'xai-upstream-key',
    model: 'grok-imagine-video',
    traits: '{ family: V3, price: { second: { 480p: 0.05, 720p: 0.07 } } }',
    body: { duration: 4, resolution: '720p' },
    units: 140_000n,
    moderated: 'content_policy_violation',
  },
  {
    vendor: 'minimax-v2',
    provider: 'minimax-v2',
    base: '/v2',
    key: 'minimax-v2-upstream-key',
    model: 'MiniMax-H3',
    traits: '{ family: V5, tier: pro, price: { second: { 768P: 0.08, 2K: 0.13 } } }',
    // Held for 4 seconds and 15 that come along; the vendor counts 4 and 5.
    body: { duration: 4, resolution: '2K', referenceVideos: ['$film'] },
    units: 585_000n,
    moderated: 'content_policy_violation',
    renewsLinks: true,
  },
  {
    vendor: 'dashscope',
    provider: 'dashscope',
    base: '/api/v1',
    key: 'dashscope-upstream-key',
    model: 'wan2.6-t2v',
    traits: '{ family: V11, resolution: 720p, price: { second: { 720p: 0.10, 1080p: 0.15 } } }',
    body: { duration: 6 },
    units: 300_000n,
    moderated: 'content_policy_violation',
  },
  {
    vendor: 'minimax',
    provider: 'minimax',
    base: '/v1',
    key: 'minimax-upstream-key',
    model: 'MiniMax-Hailuo-02',
    traits: '{ family: V9, price: { second: { 768P: 0.05, 1080P: 0.08 } } }',
    body: { seconds: '6', size: '1920x1080' },
    units: 240_000n,
    moderated: 'content_policy_violation',
    renewsLinks: true,
  },
  {
    vendor: 'gateway-unified',
    provider: 'gateway',
    base: '/gateways/unified/v1',
    key: 'other-gateway-key',
    model: 'their-seedance',
    traits: '{ family: V6, price: { second: 0.10 } }',
    body: { duration: 4 },
    units: 200_000n,
    moderated: 'content_policy_violation',
  },
  {
    vendor: 'gateway-reference',
    provider: 'gateway',
    base: '/gateways/reference/v1',
    key: 'other-gateway-key',
    model: 'their-veo',
    traits: '{ family: V2, price: { second: 0.10 } }',
    units: 400_000n,
  },
  {
    vendor: 'interactions',
    provider: 'gemini',
    base: '/v1beta',
    key: 'google-upstream-key',
    model: 'gemini-omni-1.1-flash',
    traits: '{ family: V4, price: { second: { 720p: 0.10, 1080p: 0.15 } } }',
    body: { duration: 5 },
    units: 250_000n,
    moderated: 'content_policy_violation',
  },
  {
    vendor: 'veo-vertex',
    provider: 'vertex',
    base: '/v1/projects/our-project/locations/us-central1',
    key: 'google-upstream-key',
    model: 'veo-3.1-generate-001',
    traits: '{ family: V2, price: { second: { 720p: 0.40, 1080p: 0.40, 4k: 0.60 } } }',
    body: { duration: 4 },
    units: 800_000n,
    moderated: 'content_policy_violation',
  },
  {
    vendor: 'kling',
    provider: 'kling',
    base: '/kling/v1',
    key: 'AKIDVENDORS:secret-of-AKIDVENDORS',
    model: 'kling-v1-6',
    traits: '{ family: kling, price: { second: { std: 0.10, pro: 0.20 } } }',
    body: { mode: 'pro' },
    units: 500_000n,
  },
];
