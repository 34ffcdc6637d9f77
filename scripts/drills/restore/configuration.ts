export const rootPassword = 'root-password-of-the-drill';

/** A key that the file knows, bounded, so that its gateway draws from the ledger. */
export const oldKey = 'sk-oldkeyoldkeyoldkeyoldkeyoldkeyoldkey';

export const configuration = `
models:
  gpt-4o-mini: { price: { input: 0.15, output: 0.60 }, max_output: 1000 }
  sora-2: { family: V1, price: { second: 0.10 } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [gpt-4o-mini]
  - name: videos
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream"]
    models: [sora-2]
users:
  - { username: root, password: ${rootPassword}, role: root, quota_usd: 1000 }
keys:
  - { name: old, user: root, key: "${oldKey}", quota_usd: 1000 }
`;
