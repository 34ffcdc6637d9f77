/** The world's faults, one by one: what the client gets, what is tried instead, and what is billed. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-faultsfaultsfaultsfaultsfaultsfaults';

/** Every fault of the sandbox that is met alone, and what must come of it. */
const endings: {
  kind: string;
  stream: boolean;
  status: number;
  code?: string;
  isCut?: boolean;
  /** Calls at most; one unless said otherwise. */
  attempts?: number;
}[] = [
  { kind: 'status-400', stream: false, status: 400 },
  { kind: 'status-401', stream: false, status: 503, code: 'model_not_found' },
  { kind: 'status-402', stream: false, status: 503, code: 'model_not_found' },
  { kind: 'status-403', stream: false, status: 503, code: 'model_not_found' },
  { kind: 'status-404', stream: false, status: 503, code: 'model_not_found' },
  { kind: 'status-422', stream: true, status: 422 },
  { kind: 'status-500', stream: false, status: 503, code: 'model_not_found' },
  { kind: 'status-503', stream: true, status: 503, code: 'model_not_found' },
  { kind: 'leak', stream: false, status: 400 },
  // Where it was a kept connection, nobody may have read the request.
  { kind: 'cut-before-head', stream: false, status: 503, code: 'model_not_found', attempts: 2 },
  { kind: 'cut', stream: false, status: 500, code: 'bad_response_body' },
  { kind: 'cut', stream: true, status: 200, isCut: true },
  { kind: 'garbage', stream: false, status: 500, code: 'bad_response_body' },
  { kind: 'garbage', stream: true, status: 200, isCut: true },
  { kind: 'error-in-200', stream: false, status: 500, code: 'bad_response_body' },
  { kind: 'error-in-stream', stream: true, status: 200, isCut: true },
  { kind: 'no-terminal', stream: true, status: 200, isCut: true },
  { kind: 'stall', stream: true, status: 200, isCut: true },
  { kind: 'slow-first-byte', stream: true, status: 503, code: 'model_not_found' },
];

/** Oddities that are no faults: the answer is whole, whatever way it came. */
const oddities = ['missing-usage', 'empty-output', 'huge-frame', 'crlf', 'split-utf8'];

const kinds = [...new Set(endings.map(({ kind }) => kind))];
// The last one leaves the first channel's only credential cooling.
const failovers = [
  'status-401',
  'status-500',
  'cut-before-head',
  'garbage',
  'error-in-200',
  'slow-first-byte',
  'status-429',
];
const price = '{ price: { input: 1, output: 1 } }';

const configuration = `
models:
  steady: ${price}
  endless: ${price}
  refused: ${price}
${[...kinds, ...oddities].map((kind) => `  fault-${kind}: ${price}`).join('\n')}
${failovers.map((kind) => `  over-${kind}: ${price}`).join('\n')}
channels:
  - name: faulty
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    timeouts: { connect: 2, first_byte: 0.7, answer: 4 }
    priority: 10
    models: [${[
      'endless',
      ...kinds.map((kind) => `fault-${kind}`),
      ...failovers.map((kind) => `{ name: over-${kind}, upstream: fault-${kind} }`),
      '{ name: refused, upstream: fault-status-400 }',
    ].join(', ')}]
  - name: sound
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["another-upstream-secret"]
    models: [${['refused', ...failovers.map((kind) => `over-${kind}`)]
      .map((name) => `{ name: ${name}, upstream: steady }`)
      .join(', ')}]
  - name: patient
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["a-third-upstream-secret"]
    timeouts: { first_byte: 60, idle: 60 }
    models: [steady, ${oddities.map((kind) => `fault-${kind}`).join(', ')}]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: faults, key: "${key}", quota_usd: 1000000 }
`;

let world: World;
beforeAll(async () => {
  world = await startWorld(configuration, {
    // Each fault is met afresh: none is left alone for what an earlier one did.
    env: { 'text-gateway': { HEADGATE_IDLE_TIMEOUT_MS: '700', HEADGATE_CREDENTIAL_OPEN_MS: '1' } },
  });
}, 120_000);
afterAll(() => world.stop());

async function ask(model: string, stream: boolean, content = '[[chunks=6]]') {
  const answer = await fetch(`${world.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream, messages: [{ role: 'user', content }] }),
  });
  const text = await answer.text().catch(() => 'cut without words');
  return { status: answer.status, headers: answer.headers, text, id: answer.headers.get('x-request-id') };
}

async function billOf(id: string | null): Promise<Record<string, unknown>> {
  return waitFor(
    async () => (await world.sql('select * from ledger.usage where id = $1', [id]))[0],
    `the bill of ${id}`,
  );
}

describe('a fault that meets no other channel', () => {
  test.each(endings)(
    '$kind, streamed: $stream',
    async ({ kind, stream, status, code, isCut, attempts = 1 }) => {
      const { id, text, ...answer } = await ask(`fault-${kind}`, stream, '[[chunks=6 delay=30]]');
      expect(answer.status).toBe(status);
      if (code) expect(JSON.parse(text)).toMatchObject({ error: { code } });
      if (isCut) {
        // One frame says that it broke off, in our words, and nothing follows.
        expect(text.split('"error":{')).toHaveLength(2);
        expect(text.trimEnd().split('\n').at(-1)).toContain('"code":"upstream_cut"');
        expect(text).not.toContain('[DONE]');
      }
      expect(text).not.toMatch(/upstream-secret|sandbox|127\.0\.0\.1|sk-[A-Za-z0-9]{6}/);
      const bill = await billOf(id);
      if (isCut) {
        expect(bill.usage_source).toBe('estimated');
        expect(bill.output_visible).toBeGreaterThan(0n);
      } else {
        expect(bill).toMatchObject({ amount: 0n, usage_source: 'none' });
      }
      expect(bill.attempts).toBeLessThanOrEqual(attempts);
    },
  );

  test('an answer that goes on for longer than its channel allows is broken off', async () => {
    const { text, id } = await ask('endless', true, '[[chunks=100000 delay=50]]');
    expect(text).toContain('"error":{');
    const bill = await billOf(id);
    expect(bill.usage_source).toBe('estimated');
    expect(bill.output_visible).toBeGreaterThan(10n);
  });

  test('the books hold nothing back afterwards', async () => {
    await waitFor(async () => {
      const [open] = await world.sql('select sum(open_requests)::int8 as open from ledger.run');
      const [parked] = await world.sql('select count(*) as parked from ledger.parked');
      return open?.open === 0n && parked?.parked === 0n;
    }, 'no request is open and nothing is parked');
  });
});

describe('an oddity is no fault', () => {
  test.each(oddities)('%s', async (kind) => {
    const { status, text, id } = await ask(`fault-${kind}`, true, 'gr\u00fc\u00dfe \u{1f600}');
    expect(status).toBe(200);
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
    if (kind === 'crlf' || kind === 'split-utf8') {
      const words = [...text.matchAll(/"content":"([^"]*)"/g)].map(([, word]) => word).join('');
      expect(words).toContain('gr\u00fc\u00dfe \u{1f600}');
    }
    const produced = await waitFor(
      async () => (await world.served()).find(({ requestId }) => requestId === id),
      'the upstream has logged it',
    );
    const bill = await billOf(id);
    expect(bill.usage_source).toBe(kind === 'missing-usage' ? 'estimated' : 'upstream');
    if (kind !== 'missing-usage') expect(bill.output_visible).toBe(BigInt(produced.usage.outputTokens));
  });
});

describe('another channel serves', () => {
  test('not after a refusal of the request itself', async () => {
    const { status, id } = await ask('refused', false);
    expect(status).toBe(400);
    expect(await billOf(id)).toMatchObject({ attempts: 1 });
  });

  test.each(failovers)('after %s', async (kind) => {
    const { status, text, id } = await ask(`over-${kind}`, false);
    expect(status).toBe(200);
    expect(JSON.parse(text).model).toBe(`over-${kind}`);
    expect(await billOf(id)).toMatchObject({ attempts: 2, usage_source: 'upstream' });
    // What the upstream answers only after we left is logged then.
    const attempts = await waitFor(async () => {
      const logged = (await world.served()).filter(({ requestId }) => requestId === id);
      return logged.length === 2 && logged.map(({ attempt }) => attempt).sort();
    }, 'both attempts are logged');
    expect(attempts).toEqual([1, 2]);
  });
});

test('Retry-After cools the credential that got it, and only for as long', async () => {
  await fetch(`${world.sandboxUrl}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'steady', nth: 1, kind: 'status-429', retryAfter: 2 }),
  });
  const refused = await ask('steady', false);
  expect(refused).toMatchObject({ status: 429 });
  expect(refused.headers.get('retry-after')).toBe('2');
  const served = (await world.served()).length;
  const cooling = await ask('steady', false);
  expect(cooling.status).toBe(429);
  expect(Number(cooling.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  expect((await world.served()).length).toBe(served);
  await waitFor(async () => (await ask('steady', false)).status === 200, 'the credential is used again');
});
