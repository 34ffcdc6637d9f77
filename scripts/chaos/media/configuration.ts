import { type VendorRow, vendorRows } from '../../e2e/testing/media-vendors.ts';
import { asyncImages, kling, midjourney, type Style, videos } from './styles.ts';

export const key = 'sk-taskstaskstaskstaskstaskstaskstask';

/** What clients ask for. */
export interface Product {
  /** What they call its model. */
  name: string;
  style: Style;
  body: object;
  /** What it may look like: all cost the same. */
  shapes: readonly [object, ...object[]];
  /** What one costs. */
  units: bigint;
  /** Controls of its vendor: how long it takes, and that it fails. */
  paces: readonly [string, ...string[]];
  failures: readonly [string, ...string[]];
}

export interface Film extends Product {
  vendor: VendorRow;
}

const shapes: Record<string, Product['shapes']> = {
  'openai-videos': [{ size: '1280x720' }, { size: '720x1280' }],
  ark: [{ ratio: '16:9' }, { ratio: '9:16' }],
};

/** At each vendor, but for what needs a film of its client's. */
const films = vendorRows
  .filter(({ body }) => !JSON.stringify(body ?? {}).includes('$film'))
  .map(
    (vendor): Film => ({
      name: `film-${vendor.vendor}`,
      style: videos,
      body: vendor.body ?? {},
      shapes: shapes[vendor.vendor] ?? [{}],
      units: vendor.units,
      paces: ['polls=1', 'polls=2', 'polls=4', 'polls=8'],
      failures: ['ends=failed', 'ends=moderated'],
      vendor,
    }),
  );

/** It comes in the answer to its create alone, and cannot be found later. */
const picture: Product = {
  name: 'picture',
  style: asyncImages,
  body: { size: '1024x1024' },
  shapes: [{}],
  units: 20_000n,
  paces: ['delay=0', 'delay=300', 'delay=1500'],
  failures: ['filtered'],
};

/** In the style of a vendor: a film in Kling's, and the pictures of Midjourney's first step. */
const klingFilm: Product = {
  name: 'kling-film',
  style: kling,
  body: { mode: 'std', duration: '5' },
  shapes: [{ aspect_ratio: '16:9' }, { aspect_ratio: '9:16' }],
  units: 50_000n,
  paces: ['polls=1', 'polls=4'],
  failures: ['ends=failed', 'ends=moderated'],
};

const mjGrid: Product = {
  name: 'mj_imagine',
  style: midjourney,
  body: {},
  shapes: [{}],
  units: 50_000n,
  paces: ['polls=1', 'polls=4'],
  failures: ['ends=failed', 'ends=moderated'],
};

/** A third of all are pictures. */
export const products: readonly [Product, ...Product[]] = [
  picture,
  klingFilm,
  klingFilm,
  mjGrid,
  mjGrid,
  ...films.flatMap((film, index) => (index % 2 === 0 ? [film, picture] : [film])),
];

export function productOf(model: string): Product {
  const product = products.find(({ name }) => name === model);
  if (!product) throw new Error(`nobody asks for ${model}`);
  return product;
}

export function filmOf(model: string): Film | undefined {
  return films.find(({ name }) => name === model);
}

/** What callbacks are signed with. */
export const callbackSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

export const configuration = `
models:
  ${picture.name}: { price: { image: 0.04 } }
  ${klingFilm.name}: { family: kling, price: { second: { std: 0.02 } } }
  ${mjGrid.name}: { family: mj, price: { call: 0.10 } }
${films.map(({ name, vendor }) => `  ${name}: ${vendor.traits}`).join('\n')}
channels:
  - name: pictures
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ['openai-upstream-key']
    models: [{ name: ${picture.name}, upstream: gpt-image-1 }]
  - name: kling-films
    provider: kling
    base_url: "\${HEADGATE_SANDBOX_URL}/kling/v1"
    keys: ['AKIDKLING:secret-of-AKIDKLING']
    models: [{ name: ${klingFilm.name}, upstream: kling-v1 }]
  - name: midjourney
    provider: midjourney-proxy
    base_url: "\${HEADGATE_SANDBOX_URL}"
    keys: ['upstream-secret-key']
    models: [${mjGrid.name}]${films
      .map(
        ({ name, vendor: { vendor, provider, base, key, model, channel } }) => `
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
