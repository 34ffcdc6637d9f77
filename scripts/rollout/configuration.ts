export const key = 'sk-rolloutrolloutrolloutrolloutrollout';

/** Four seconds of 0.10 dollars. */
export const unitsPerTask = 200_000n;

export const models = { text: 'gpt-4o-mini', realtime: 'gpt-realtime', film: 'sora-2' } as const;

export const configuration = `
models:
  ${models.text}: { price: { input: 0.15, output: 0.6 } }
  ${models.realtime}: { price: { input: 4, cache_read: 0.4, audio_input: 32, output: 16, audio_output: 64 }, max_output: 1000 }
  ${models.film}: { family: V1, price: { second: 0.10 } }
channels:
  - name: sandbox
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [${Object.values(models).join(', ')}]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: rollout, key: "${key}", quota_usd: 1000000, rpm: 1000000, tpm: 1000000000, concurrency: 10000 }
`;
