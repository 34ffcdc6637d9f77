/** Bad bodies on every row of the public route table: a clear refusal, nobody called, nothing held, and on it goes. */
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Operation } from '@headgate/proto/gen/headgate/text/v1/text';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { badBodies, faults } from './testing/bad-bodies.ts';
import { refusedUpstream, requestFor, unknownModels } from './testing/odd-bodies.ts';
import { type Row, readRouteTable } from './testing/route-table.ts';
import { readMetric, startWorld, type World } from './testing/world.ts';

const key = 'sk-badinputbadinputbadinputbadinputbad';
const configuration = `
models:
  gpt-4o-mini: { price: { input: 0.15, output: 0.60 } }
channels:
  - name: sandbox
    provider: openai-compatible
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [gpt-4o-mini]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: bad-input, key: "${key}", quota_usd: 1000, concurrency: 1 }
`;

const limitBytes = 4 * 1024 * 1024;
let world: World;
let servedBefore = 0;
beforeAll(async () => {
  world = await startWorld(configuration, {
    env: {
      ingress: {
        HEADGATE_BODY_LIMIT_BYTES: String(limitBytes),
        // There is no media service to come back.
        HEADGATE_MEDIA_RESEND_MS: '1',
        // Refused bodies count as refused sign-ins.
        HEADGATE_LOGIN_LIMIT: '100000',
      },
      'text-gateway': { HEADGATE_SLICE_IDLE_MS: '100' },
    },
  });
}, 120_000);
afterAll(() => world.stop());
afterAll(expectNothingHeld);

interface Answer {
  status: number;
  type: string;
  text: string;
}

function ask(
  { method, path }: Row,
  body: Buffer | string | undefined,
  encoding = 'identity',
): Promise<Answer> {
  const headers: Record<string, string> = { authorization: `Bearer ${key}`, 'content-encoding': encoding };
  if (body !== undefined) headers['content-length'] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const asked = request(`${world.baseUrl}${path}`, { method, headers, agent: false });
    asked.on('error', reject);
    asked.on('response', async (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      resolve({ status, type: received['content-type'] ?? '', text: await text(answer) });
    });
    asked.end(body);
  });
}

const rows = await readRouteTable();
const readers = rows.filter(
  ({ method, target, asksForSession }) =>
    method === 'POST' && !asksForSession && (target === 'text' || target === 'operation'),
);
/** Signs out whatever is sent along, as long as it is JSON. */
const logout = rows.find(({ name }) => name === 'POST /api/user/logout');
/** Operations ask for a session by the same lines: the first of them stands for all. */
const [, ...likeTheFirst] = rows.filter(
  ({ target, asksForSession }) => target === 'operation' && asksForSession,
);
/** Draws its answer anew each time. */
const drawn = rows.filter(({ name }) => name === 'GET /api/oauth/state');
const others = rows.filter((row) => ![...readers, ...likeTheFirst, ...drawn].includes(row));
/** Each of them has a body of its own, read in the same way. */
const beyond = readers.filter(({ operation }) => operation !== undefined && operation !== Operation.GENERATE);
const spoken = readers.filter((row) => !beyond.includes(row) && row !== logout);
const chat: Row = {
  name: '',
  method: 'POST',
  path: '/v1/chat/completions',
  target: 'text',
  dialect: undefined,
  operation: undefined,
  isBillable: false,
  asksForSession: false,
  envelope: 'public',
};

/** Sign-ins are refused with 200 in the session API, and have less room than requests of models. */
const loginBytes = 16 * 1024;

function expectRefusal(row: Row, body: Buffer, param: string, { status, type, text }: Answer): void {
  const shown = body.toString('latin1', 0, 120);
  const message = expect.stringMatching(/./);
  const error = { message, type: 'invalid_request_error', param, code: 'invalid_request' };
  const shapes: Record<string, object> = {
    public: { error },
    media: { error: { ...error, type: 'headgate_api_error' } },
    messages: { type: 'error', error, request_id: expect.any(String) },
    native: { error: { ...error, status: 'INVALID_ARGUMENT' } },
    // Some have a name beside their words.
    session: expect.objectContaining({ success: false, message }),
  };
  const signIn = body.length > loginBytes ? 413 : 200;
  expect(type, shown).toBe('application/json');
  expect({ status, body: JSON.parse(text) }, shown).toEqual({
    status: row.envelope === 'session' ? signIn : 400,
    body: shapes[row.envelope],
  });
}

/** Each refusal of messages names its request. */
function withoutId(answer: Answer): Answer {
  return { ...answer, text: answer.text.replace(/"request_id":"[^"]+"/, '') };
}

async function expectNobodyCalled(): Promise<void> {
  expect(await world.served()).toHaveLength(servedBefore);
}

async function expectNextServed(): Promise<void> {
  const next = await ask(chat, requestFor('gpt-4o-mini'));
  expect(next.status).toBe(200);
  servedBefore = await waitFor(async () => {
    const served = await world.served();
    return served.at(-1)?.outcome === 'served' ? served.length : undefined;
  }, 'the upstream has logged the next request');
  expect(await readMetric(world.service('text-gateway'), 'headgate_text_open_requests')).toBe(0);
}

/** After many of them: what is held for good is held then as well, and slices take their time to be given back. */
async function expectNothingHeld(): Promise<void> {
  await waitFor(async () => {
    const [row] = await world.sql('select sum(held)::int8 as held from ledger.purse');
    return row?.held === 0n;
  }, 'nothing is held');
}

describe.each(faults)('%s', (what) => {
  afterEach(expectNextServed);
  afterAll(expectNothingHeld);
  test.each(spoken)('$name', async (row) => {
    for (const { body, param } of badBodies(row)[what]) expectRefusal(row, body, param, await ask(row, body));
    await expectNobodyCalled();
  });
});

test.each(beyond)('$name refuses all of these', async (row) => {
  for (const what of faults)
    for (const { body, param } of badBodies(row)[what]) expectRefusal(row, body, param, await ask(row, body));
  await expectNobodyCalled();
  await expectNextServed();
});

describe('a body that does not arrive whole', () => {
  afterEach(expectNextServed);
  afterAll(expectNothingHeld);
  test.each(spoken)('$name: too large, packed or not', async (row) => {
    const tooLarge = Buffer.alloc(limitBytes + 1, ' ');
    for (const [body, encoding] of [
      [tooLarge, 'identity'],
      [gzipSync(tooLarge), 'gzip'],
      [brotliCompressSync(tooLarge), 'br'],
    ] as const) {
      const { status, text } = await ask(row, body, encoding);
      expect(status).toBe(413);
      if (row.envelope !== 'session') expect(JSON.parse(text).error.code).toBe('request_too_large');
    }
    await expectNobodyCalled();
  });

  test.each(spoken)('$name: packed wrongly', async (row) => {
    const body = Buffer.from(requestFor('gpt-4o-mini'));
    for (const [bytes, encoding, status] of [
      [body, 'gzip', 400],
      [gzipSync(body).subarray(0, 30), 'gzip', 400],
      [brotliCompressSync(body).subarray(0, 30), 'br', 400],
      [body, 'zstd', 415],
    ] as const) {
      expect((await ask(row, bytes, encoding)).status, encoding).toBe(status);
    }
    await expectNobodyCalled();
  });

  test.each(spoken)('$name: cut by its sender', async ({ method, path }) => {
    const body = requestFor('gpt-4o-mini');
    const headers = { authorization: `Bearer ${key}`, 'content-length': body.length + 1 };
    const cut = request(`${world.baseUrl}${path}`, { method, headers, agent: false });
    cut.on('error', () => undefined);
    cut.write(body);
    const isOpen = async (count: number) =>
      (await readMetric(world.service('ingress'), 'headgate_ingress_open_requests')) === count;
    await waitFor(() => isOpen(1), 'the request is being read');
    cut.destroy();
    await waitFor(() => isOpen(0), 'the request is over');
    await expectNobodyCalled();
  });
});

describe('a body that nobody reads', () => {
  // The log of the key shows what was served before, once it is booked.
  beforeAll(expectNothingHeld);
  afterAll(expectNextServed);
  test.each(others)('does not change the answer of $name, whatever it is', async (row) => {
    const plain = withoutId(await ask(row, undefined));
    for (const [what, [bad]] of Object.entries(badBodies(row))) {
      expect(withoutId(await ask(row, bad?.body)), what).toEqual(plain);
    }
    await expectNobodyCalled();
  });
});

test('a model that nobody serves is 503, whatever its name', async () => {
  for (const model of unknownModels) {
    const { status, text } = await ask(chat, requestFor(model));
    expect(status, model.slice(0, 100)).toBe(503);
    expect(JSON.parse(text).error).toMatchObject({ code: 'model_not_found', param: 'model' });
  }
  await expectNobodyCalled();
  await expectNextServed();
});

describe('what only the upstream understands', () => {
  afterEach(expectNextServed);
  test.each(Object.entries(refusedUpstream))('%s comes back in its words', async (_what, body) => {
    const { status, text } = await ask(chat, body);
    expect(status).toBe(400);
    const { error } = JSON.parse(text);
    expect(Object.keys(error).sort()).toEqual(['code', 'message', 'param', 'type']);
    expect(error.code).not.toBe('invalid_request');
    expect(error.type).toBe('invalid_request_error');
    expect(text).not.toMatch(/upstream-secret|sandbox|127\.0\.0\.1/);
    expect((await world.served()).at(-1)).toMatchObject({ outcome: 'failed' });
  });

  test('null counts as absent', async () => {
    const nothing = ['n', 'max_tokens', 'max_completion_tokens', 'stream', 'stream_options', 'temperature'];
    const body = {
      ...JSON.parse(requestFor('gpt-4o-mini')),
      ...Object.fromEntries(nothing.map((name) => [name, null])),
    };
    expect((await ask(chat, JSON.stringify(body))).status).toBe(200);
  });
});
