export const firstKey = 'sk-firstfirstfirstfirstfirstfirstfirst';

/** The secrets that a file has. */
interface FileSecrets {
  password: string;
  upstreamKey: string;
  clientSecret: string;
  /** Without one, keys stay as they are. */
  key?: string;
}

export function configurationWith({ password, upstreamKey, clientSecret, key }: FileSecrets): string {
  const keys = key === undefined ? '' : `keys: [{ name: first, user: root, key: "${key}", unlimited: true }]`;
  return `
models:
  gpt-4o-mini: { price: { input: 0.15, output: 0.60 }, max_output: 1000 }
  rt: { price: { input: 4, output: 16 }, max_output: 1000 }
  sora-2: { family: V1, price: { second: 0.10 } }
channels:
  - name: text
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["${upstreamKey}"]
    models: [gpt-4o-mini, rt]
  - name: videos
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["${upstreamKey}"]
    models: [sora-2]
users:
  - { username: root, password: ${password}, role: root, quota_usd: 100000 }
  - { username: ada, password: ${passwordOfAda} }
${keys}
sign_in:
  providers:
    - { slug: github, kind: github, client_id: drill, client_secret: "${clientSecret}" }
`;
}

/** Whose pages are asked for: passwords end the sessions of whoever changes them. */
export const passwordOfAda = 'password-of-ada';

export const firstPassword = 'first-password-of-root';
