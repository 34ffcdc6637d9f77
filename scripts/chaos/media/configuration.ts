import { type VendorRow, vendorRows } from '../../e2e/testing/media-vendors.ts';

export const key = 'sk-taskstaskstaskstaskstaskstaskstask';

/** A vendor of video, and the model that its tasks are made with. */
export interface Film extends VendorRow {
  /** What clients call the model. */
  name: string;
  /** What its films may look like: all cost the same. */
  shapes: readonly [object, ...object[]];
}

const shapes: Record<string, Film['shapes']> = {
  'openai-videos': [{ size: '1280x720' }, { size: '720x1280' }],
  ark: [{ ratio: '16:9' }, { ratio: '9:16' }],
};

/** At each vendor, but for what needs a film of its client's. */
export const films = vendorRows
  .filter(({ body }) => !JSON.stringify(body ?? {}).includes('$film'))
  .map((row): Film => ({ ...row, name: `film-${row.vendor}`, shapes: shapes[row.vendor] ?? [{}] })) as [
  Film,
  ...Film[],
];

export function filmOf(model: string): Film {
  const film = films.find(({ name }) => name === model);
  if (!film) throw new Error(`no film is made with ${model}`);
  return film;
}

/** What callbacks are signed with. */
export const callbackSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export const configuration = `
models:
${films.map(({ name, traits }) => `  ${name}: ${traits}`).join('\n')}
channels:${films
  .map(
    ({ name, vendor, provider, base, key, model, channel }) => `
  - name: ${vendor}
    provider: ${provider}
    base_url: "\${HEADGATE_SANDBOX_URL}${base}"
    keys: ['${key}']
    models: [{ name: ${name}, upstream: ${model} }]${channel ? `\n    ${channel}` : ''}`,
  )
  .join('')}
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
