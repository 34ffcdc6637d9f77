export const key = 'sk-realtimerealtimerealtimerealtimereal';
export const model = 'rt';

/** US dollars per million tokens. */
export const price = { input: 4, output: 16 } as const;

export const configuration = `
models:
  ${model}: { price: ${JSON.stringify(price)}, max_output: 1000 }
channels:
  - name: sandbox
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [${model}]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: sessions, key: "${key}", quota_usd: 1000000 }
`;
