export const key = 'sk-taskstaskstaskstaskstaskstaskstask';

/** Four seconds of 0.10 dollars. */
export const unitsPerTask = 200_000n;

/** The names of the models, each over a vendor of its own. */
export const models = ['film-a', 'film-b'] as const;

/** What films may look like: all cost the same. */
export const shapes: Record<(typeof models)[number], [object, ...object[]]> = {
  'film-a': [{ size: '1280x720' }, { size: '720x1280' }],
  'film-b': [{ ratio: '16:9' }, { ratio: '9:16' }],
};

export const upstreamKeys = { 'film-a': 'upstream-a', 'film-b': 'upstream-b' } as const;

/** What callbacks are signed with. */
export const callbackSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export const configuration = `
models:
  film-a: { family: V1, price: { second: 0.10 } }
  film-b: { family: V7, price: { second: 0.10 } }
channels:
  - name: a
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["${upstreamKeys['film-a']}"]
    models: [{ name: film-a, upstream: sora-2 }]
  - name: b
    provider: ark
    base_url: "\${HEADGATE_SANDBOX_URL}/api/v3"
    keys: ["${upstreamKeys['film-b']}"]
    models: [{ name: film-b, upstream: doubao-seedance-2-0-260128 }]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: tasks, key: "${key}", quota_usd: 1000000 }
`;

/** Scaled down alike: what a dead process held is taken up after seconds, and what nobody knows ends within a minute. */
const shared = {
  HEADGATE_CONNECT_TIMEOUT_MS: '500',
  HEADGATE_LEASE_MARGIN_MS: '1000',
  HEADGATE_POLL_MS: '200',
  HEADGATE_CALLBACK_SECRET: callbackSecret,
  HEADGATE_ARCHIVE_RESULTS: 'true',
};

export const env = {
  'media-api': {
    ...shared,
    // As by default: longer than an ingress hands a request on, so that no worker takes up what is still asked for.
    HEADGATE_LEASE_MARGIN_MS: '12000',
    HEADGATE_SUBMIT_TIMEOUT_MS: '3000',
    HEADGATE_RECALL_WAIT_MS: '500',
    HEADGATE_OPEN_TASKS: '1000',
    HEADGATE_TASK_TIMEOUT_MS: '45000',
    HEADGATE_EARLY_POLL_MS: '500',
  },
  'media-worker': {
    ...shared,
    HEADGATE_POLL_TIMEOUT_MS: '1500',
    HEADGATE_WORKER_IDLE_MS: '200',
    HEADGATE_RESEND_MS: '300',
    HEADGATE_LONGEST_RESEND_MS: '3000',
    HEADGATE_CALLBACK_ALLOW: '127.0.0.0/8',
    HEADGATE_CALLBACK_TIMEOUT_MS: '1500',
    HEADGATE_CALLBACK_PAUSE_MS: '200',
    HEADGATE_CONTENT_ALLOW: '127.0.0.0/8',
    HEADGATE_ARCHIVE_TIMEOUT_MS: '3000',
    HEADGATE_ARCHIVE_PAUSE_MS: '200',
  },
  ledger: {
    HEADGATE_STREAM_CHECK_MS: '500',
    HEADGATE_FOLLOW_MS: '100',
    HEADGATE_TAKE_OVER_MS: '300',
    HEADGATE_IDLE_IN_TRANSACTION_MS: '1000',
  },
};
