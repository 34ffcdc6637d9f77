/** What the tests of the rulings ask for, of four upstreams in four dialects, with keys that are refused each in its own way. */
export const keys = {
  good: 'sk-goodgoodgoodgoodgoodgoodgoodgoodgood',
  admin: 'sk-adminadminadminadminadminadminadmin',
  digits: 'sk-plainplainplainplainplainplainplain-77',
  empty: 'sk-emptyemptyemptyemptyemptyemptyempty',
  elsewhere: 'sk-elsewhereelsewhereelsewhereelsewhere',
  narrow: 'sk-narrownarrownarrownarrownarrownarrow',
  slow: 'sk-slowslowslowslowslowslowslowslowslow',
};
export const upstreams = [
  { name: 'chat', provider: 'openai-compatible', base: '/v1' },
  { name: 'openai', provider: 'openai', base: '/v1' },
  { name: 'anthropic', provider: 'anthropic', base: '/v1' },
  { name: 'gemini', provider: 'gemini', base: '/v1beta' },
] as const;
const price = '{ price: { input: 1, output: 2 } }';
const channels = upstreams.map(
  ({ name, provider, base }) => `
  - name: ${name}
    provider: ${provider}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ["upstream-secret-key"]
    models:
      - { name: over-${name}, upstream: the-model }
      - { name: empty-${name}, upstream: fault-empty-output }
      - { name: endless-${name}, upstream: fault-no-terminal }
      - { name: locked-${name}, upstream: fault-status-401 }`,
);
export const configuration = `
models:
  the-model: ${price}
  fault-empty-output: ${price}
  fault-no-terminal: ${price}
  fault-status-401: ${price}
channels: ${channels.join('')}
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: plain, role: user, quota_usd: 10 }
keys:
  - { name: good, key: "${keys.good}", unlimited: true }
  - { name: admin, key: "${keys.admin}", unlimited: true }
  - { name: digits, user: plain, key: "${keys.digits}", unlimited: true }
  - { name: empty, key: "${keys.empty}", quota_usd: 0.000002 }
  - { name: elsewhere, key: "${keys.elsewhere}", unlimited: true, ips: ["192.0.2.1"] }
  - { name: slow, key: "${keys.slow}", unlimited: true, rpm: 1 }
  - { name: narrow, key: "${keys.narrow}", unlimited: true, models: [over-chat] }
`;

export const turns = [{ role: 'user', content: 'Hello' }];
export const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
export const dialects = [
  { name: 'chat completions', of: (model: string, stream: boolean) => chat(model, { stream }) },
  {
    name: 'responses',
    of: (model: string, stream: boolean) => ({
      path: '/v1/responses',
      body: { model, input: 'Hello', stream },
    }),
  },
  {
    name: 'messages',
    of: (model: string, stream: boolean) => ({
      path: '/v1/messages',
      body: { model, max_tokens: 50, messages: turns, stream },
    }),
  },
  {
    name: 'generateContent',
    of: (model: string, stream: boolean) => ({
      path: `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
      body: { contents },
    }),
  },
] as const;

export function chat(model: string, extra: object = {}) {
  return { path: '/v1/chat/completions', body: { model, messages: turns, ...extra } };
}

/** An image that cannot be carried: stored elsewhere, or at an address that nobody fetches. */
export function imageOf(name: string, model: string) {
  switch (name) {
    case 'responses':
      return {
        path: '/v1/responses',
        body: { model, input: [{ role: 'user', content: [{ type: 'input_image', file_id: 'file-1' }] }] },
      };
    case 'messages': {
      const image = { type: 'image', source: { type: 'file', file_id: 'file-1' } };
      return {
        path: '/v1/messages',
        body: { model, max_tokens: 50, messages: [{ role: 'user', content: [image] }] },
      };
    }
    case 'generateContent': {
      const image = { fileData: { mimeType: 'image/png', fileUri: 'gs://bucket/image.png' } };
      return {
        path: `/v1beta/models/${model}:generateContent`,
        body: { contents: [{ role: 'user', parts: [image] }] },
      };
    }
    default: {
      const image = { type: 'image_url', image_url: { url: 'ftp://host/image.png' } };
      return chat(model, { messages: [{ role: 'user', content: [image] }] });
    }
  }
}
