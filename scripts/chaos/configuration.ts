/** Keys by what bounds them. */
export const keys = {
  plenty: 'sk-plentyplentyplentyplentyplentyplenty',
  unlimited: 'sk-unlimitedunlimitedunlimitedunlimited',
  dry: 'sk-drydrydrydrydrydrydrydrydrydrydrydry',
  twinA: 'sk-twinatwinatwinatwinatwinatwinatwina',
  twinB: 'sk-twinbtwinbtwinbtwinbtwinbtwinbtwinb',
  modelLimit: 'sk-modellimitmodellimitmodellimitmodel',
} as const;

export type KeyName = keyof typeof keys;

/** The keys that may be told that their quota is used up. */
export const boundedKeys: readonly KeyName[] = ['dry', 'twinA', 'twinB', 'modelLimit'];

/** US dollars: per million tokens, or per call. */
export const prices: Record<string, { input?: number; output?: number; call?: number }> = {
  'call-model': { call: 0.01 },
  'gpt-4o-mini': { input: 0.15, output: 0.6 },
  'fault-cut': { input: 0.15, output: 0.6 },
  'fault-error-in-stream': { input: 0.15, output: 0.6 },
  'fault-missing-usage': { input: 0.15, output: 0.6 },
  'fault-status-400': { call: 0.01 },
};

const models = Object.entries(prices).map(
  ([name, price]) => `  ${name}: { price: ${JSON.stringify(price)} }`,
);

const firstQuotaUsd = { dry: 0.5, twins: 1.2, twin: 0.8, modelLimit: 0.4 };

/** Beyond that many a top-up adds what it added last: a long run must not come to more than a grant may be. */
const doublings = 10;

/** The configuration after so many top-ups, each of which doubles what the bounded keys may spend in total, at first. */
export function configurationAfter(topUps: number): string {
  const factor = 2 ** Math.min(topUps, doublings) * (1 + Math.max(0, topUps - doublings));
  const usd = (first: number): string => (first * factor).toFixed(2);
  return `
models:
${models.join('\n')}
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [${Object.keys(prices).join(', ')}]
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: twins, password: twins-password-for-tests, quota_usd: ${usd(firstQuotaUsd.twins)} }
keys:
  - { name: plenty, key: "${keys.plenty}", quota_usd: 100000 }
  - { name: unlimited, key: "${keys.unlimited}", unlimited: true }
  - { name: dry, key: "${keys.dry}", quota_usd: ${usd(firstQuotaUsd.dry)} }
  - { name: twin-a, user: twins, key: "${keys.twinA}", quota_usd: ${usd(firstQuotaUsd.twin)} }
  - { name: twin-b, user: twins, key: "${keys.twinB}", quota_usd: ${usd(firstQuotaUsd.twin)} }
  - name: model-limit
    key: "${keys.modelLimit}"
    quota_usd: 1000
    model_limits: { call-model: ${usd(firstQuotaUsd.modelLimit)} }
`;
}
