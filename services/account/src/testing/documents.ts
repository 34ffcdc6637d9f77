/** A small configuration in JSON form, as the command sends it; tests change copies of it. */
export function smallDocument() {
  return {
    groups: { default: { ratio: 1 }, vip: { ratio: 0.8 } },
    models: {
      'gpt-4o-mini': { price: { input: 0.15, cache_read: 0.075, output: 0.6 }, max_output: 16_384 },
      'call-model': { price: { call: 0.01 } },
    },
    channels: [
      {
        name: 'main',
        provider: 'openai',
        base_url: 'https://provider.example/v1',
        keys: ['sk-upstream-secret-one'],
        models: ['gpt-4o-mini', { name: 'fast', upstream: 'gpt-4o-mini' }],
      },
    ],
    users: [
      { username: 'root', password: 'root password', role: 'root' },
      { username: 'ada', password: 'ada password', quota_usd: 20 },
    ],
    keys: [
      {
        name: 'ci',
        user: 'ada',
        key: 'sk-ci-0123456789abcdef',
        quota_usd: 10,
        model_limits: { 'gpt-4o-mini': 1.5 },
        rpm: 600,
      },
      { name: 'ops', key: 'sk-ops-0123456789abcdef', unlimited: true },
    ],
  };
}

export type SmallDocument = ReturnType<typeof smallDocument>;
