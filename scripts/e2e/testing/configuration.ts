/** The keys of the end-to-end configuration. Each has a bound of its own to run into. */
export const keys = {
  unlimited: 'sk-unlimitedunlimitedunlimitedunlimited',
  limited: 'sk-limitedlimitedlimitedlimitedlimited',
  poor: 'sk-poorpoorpoorpoorpoorpoorpoorpoorpoor',
  slow: 'sk-slowslowslowslowslowslowslowslowslow',
  single: 'sk-singlesinglesinglesinglesinglesingle',
  modest: 'sk-modestmodestmodestmodestmodestmodest',
  narrow: 'sk-narrownarrownarrownarrownarrownarrow',
} as const;

export const rootPassword = 'root-password-for-tests';

/** Prices in US dollars, as the configuration below states them. */
export const prices = {
  'gpt-4o-mini': { input: 0.15, cacheRead: 0.075, output: 0.6 },
  'reason-mini': { input: 1.1, cacheRead: 0.275, output: 4.4 },
  'call-model': { call: 0.01 },
} as const;

const faultModels = [
  'fault-status-401',
  'fault-status-429',
  'fault-status-500',
  'fault-cut',
  'fault-missing-usage',
];

/** Models by name; quota and limits as the tests need them. `${...}` is resolved by the command. */
export const configuration = `
groups: { default: { ratio: 1 }, vip: { ratio: 0.8 } }
models:
  gpt-4o-mini: { price: { input: 0.15, cache_read: 0.075, output: 0.60 }, max_output: 16384 }
  reason-mini: { price: { input: 1.10, cache_read: 0.275, output: 4.40 }, max_output: 65536 }
  call-model: { price: { call: 0.01 } }
  dead-model: { price: { input: 1, output: 1 } }
${faultModels.map((model) => `  ${model}: { price: { input: 0.15, output: 0.60 } }`).join('\n')}
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [gpt-4o-mini, reason-mini, call-model, { name: fast, upstream: gpt-4o-mini }]
    groups: [default, vip]
  - name: faulty
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["faulty-upstream-secret"]
    models: [${faultModels.filter((model) => model !== 'fault-status-429').join(', ')}]
  # A credential that got a 429 is left alone for a while: nothing else may depend on it.
  - name: busy
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["busy-upstream-secret"]
    models: [fault-status-429]
  - name: nobody-home
    provider: openai
    base_url: "http://127.0.0.1:9/v1"
    keys: ["another-upstream-secret"]
    models: [dead-model]
users:
  - { username: root, password: "${rootPassword}", role: root }
keys:
  - { name: unlimited, key: "${keys.unlimited}", unlimited: true }
  - { name: limited, key: "${keys.limited}", quota_usd: 1000 }
  - { name: poor, key: "${keys.poor}", quota_usd: 0.000002 }
  - { name: modest, key: "${keys.modest}", quota_usd: 0.10 }
  - { name: slow, key: "${keys.slow}", unlimited: true, rpm: 3 }
  - { name: single, key: "${keys.single}", unlimited: true, concurrency: 1 }
  - { name: narrow, key: "${keys.narrow}", unlimited: true, models: [call-model] }
`;
