/** The bytes of results: whole and in parts, to keys and sessions, and never a word of where they come from. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-contentcontentcontentcontentcontent';
const other = 'sk-elsewhereelsewhereelsewhereelsewhere';
const password = 'bobs-password-for-tests';

const configuration = `
models:
  sora-2: { family: V1, price: { second: 0.10 } }
  seedance: { family: V6, price: { second: { 480p: 0.02, 720p: 0.05 } } }
channels:
  - name: videos
    provider: openai
    base_url: "\${HEADGATE_SANDBOX_URL}/v1"
    keys: ["upstream-secret-key"]
    models: [sora-2]
  - name: ark
    provider: ark
    base_url: "\${HEADGATE_SANDBOX_URL}/api/v3"
    keys: ["upstream-secret-key"]
    models: [{ name: seedance, upstream: doubao-seedance-2-0-260128 }]
users:
  - { username: root, password: root-password-for-tests, role: root }
  - { username: bob, password: ${password} }
keys:
  - { name: content, user: bob, key: "${key}", quota_usd: 1000 }
  - { name: other, key: "${other}" }
`;

let world: World;
let sora: string;
let seedance: string;

beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': quick, 'media-api': quick },
  });
  sora = await make('sora-2');
  seedance = await make('seedance', { duration: 6, resolution: '480p' });
}, 300_000);
afterAll(() => world.stop());

function sdk(): OpenAI {
  return new OpenAI({ apiKey: key, baseURL: `${world.baseUrl}/v1`, maxRetries: 0 });
}

async function create(model: string, more: object = {}): Promise<string> {
  const answer = await fetch(`${world.baseUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, prompt: 'a mill by a river', ...more }),
  });
  const said = await answer.text();
  expect(answer.status, said).toBe(200);
  return JSON.parse(said).id;
}

async function make(model: string, more: object = {}): Promise<string> {
  const id = await create(model, more);
  await waitFor(async () => (await sdk().videos.retrieve(id)).status === 'completed', `${id} is ready`);
  return id;
}

function get(id: string, { query = '', headers = {}, as = key, method = 'GET' } = {}) {
  const authorization = as === '' ? {} : { authorization: `Bearer ${as}` };
  return fetch(`${world.baseUrl}/v1/videos/${id}/content${query}`, {
    method,
    headers: { ...authorization, ...headers },
  });
}

async function control(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${world.sandboxUrl}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.ok).toBe(true);
}

/** The box at the front of every MP4. */
const isFilm = (bytes: Buffer): boolean => bytes.subarray(4, 8).toString('latin1') === 'ftyp';

describe('a result', () => {
  test('is downloaded by the official SDK', async () => {
    const answer = await sdk().videos.downloadContent(sora);
    expect(answer.headers.get('content-type')).toBe('video/mp4');
    expect(isFilm(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  test('of a vendor that keeps it at an address comes from there', async () => {
    const answer = await get(seedance);
    expect(answer.status).toBe(200);
    expect(isFilm(Buffer.from(await answer.arrayBuffer()))).toBe(true);
  });

  test('is named as the gateway’s own, with no header of the vendor’s', async () => {
    const answer = await get(seedance);
    await answer.arrayBuffer();
    const shown = [...answer.headers.keys()].filter(
      (name) => !['connection', 'date', 'keep-alive'].includes(name),
    );
    const known = [
      'accept-ranges',
      'cache-control',
      'content-disposition',
      'content-length',
      'content-type',
      'etag',
      'last-modified',
      'referrer-policy',
      'x-content-type-options',
      'x-request-id',
    ];
    expect(shown.filter((name) => !known.includes(name))).toEqual([]);
    expect(answer.headers.get('content-disposition')).toBe(`inline; filename="${seedance}.mp4"`);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
  });

  test.each([() => sora, () => seedance])('comes in parts, which are those of the whole', async (idOf) => {
    const whole = Buffer.from(await (await get(idOf())).arrayBuffer());
    const part = await get(idOf(), { headers: { range: 'bytes=4-7' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 4-7/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 8));
    const beyond = await get(idOf(), { headers: { range: `bytes=${whole.length}-` } });
    expect(beyond.status).toBe(416);
  });

  test('tells its size to HEAD, and sends nothing', async () => {
    const whole = await (await get(sora)).arrayBuffer();
    const answer = await get(sora, { method: 'HEAD' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(whole.byteLength));
    expect((await answer.arrayBuffer()).byteLength).toBe(0);
  });

  test('has the variants that its vendor has', async () => {
    expect((await get(sora, { query: '?variant=thumbnail' })).headers.get('content-type')).toBe('image/webp');
    expect((await get(sora, { query: '?variant=spritesheet' })).headers.get('content-type')).toBe(
      'image/jpeg',
    );
    expect((await get(seedance, { query: '?variant=thumbnail' })).status).toBe(404);
    expect((await get(sora, { query: '?variant=director' })).status).toBe(400);
    expect(await (await get(sora, { query: '?index=first' })).text()).toContain(
      'index must be a whole number.',
    );
  });

  test('is billed by what the vendor rendered at its resolution', async () => {
    const [task] = await world.sql('select close_id from media.task where id = $1', [seedance]);
    const find = async () =>
      (await world.sql('select * from ledger.usage where id = $1', [task?.close_id]))[0];
    // 6 x 0.02 x 500,000
    expect(await waitFor(find, 'the bill')).toMatchObject({ amount: 60_000n });
  });
});

describe('a download', () => {
  test('is for the user’s own keys and session, and unknown to everybody else', async () => {
    const login = await fetch(`${world.baseUrl}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'bob', password }),
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect((await get(sora, { as: '', headers: { cookie } })).status).toBe(200);
    expect((await get(sora, { as: '' })).status).toBe(401);
    expect((await get(sora, { as: 'sk-unknown' })).status).toBe(401);
    const [foreign, unknown] = await Promise.all([get(sora, { as: other }), get('task_nobody')]);
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(await foreign.json()).toEqual(await unknown.json());
  });

  test('of what is not ready, or has failed, says so', async () => {
    const waiting = await create('sora-2', { prompt: 'not yet [[hold]]' });
    const early = await get(waiting);
    expect(early.status).toBe(400);
    expect(await early.json()).toMatchObject({
      error: { code: 'invalid_request', type: 'headgate_api_error' },
    });
    const failing = await create('sora-2', { prompt: 'no [[ends=failed]]' });
    await waitFor(async () => (await sdk().videos.retrieve(failing)).status === 'failed', 'it has failed');
    expect((await get(failing)).status).toBe(400);
  });

  test('is never led to an address that is not public', async () => {
    const location = 'http://169.254.169.254/latest/meta-data/';
    await control('/media/faults', {
      kind: 'redirect',
      vendor: 'openai-videos',
      on: 'content',
      nth: 1,
      location,
    });
    const answer = await get(sora);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ error: { code: 'bad_response', type: 'upstream_error' } });
  });

  test('that its vendor does not know yet may be asked for again, though its film was made just now', async () => {
    await control('/media/faults', { kind: 'status-404', vendor: 'openai-videos', on: 'content', nth: 1 });
    const early = await get(sora);
    expect([early.status, early.headers.get('retry-after')]).toEqual([502, '5']);
    expect((await get(sora)).status).toBe(200);
  });

  test('of what the vendor no longer keeps is 410', async () => {
    await control('/media/clock', { ms: 25 * 3_600_000 });
    await world.sql(`update media.task set finished_at = finished_at - interval '25 hours'`);
    const answers = await Promise.all([get(sora), get(seedance)]);
    expect(answers.map(({ status }) => status)).toEqual([410, 410]);
  });
});
