/** Files that clients bring: where they are put, who reads them, and what becomes of references by address. */
import { createServer, type ServerResponse } from 'node:http';
import { boundPort, listen } from '@headgate/runtime/operations';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shareBrowser } from './testing/share-browser.ts';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-uploadsuploadsuploadsuploadsuploads';
const password = 'carols-password-for-tests';
/** As much of a picture of 720x1280 as says so. */
const picture = Buffer.concat([
  Buffer.from('89504e470d0a1a0a0000000d49484452000002d000000500', 'hex'),
  Buffer.alloc(1_000),
]);

/** Somebody else's host: the test says what it serves. */
const host = createServer((request, response) => pages.get(request.url ?? '')?.(response));
const pages = new Map<string, (response: ServerResponse) => void>();
let world: World;

beforeAll(async () => {
  await listen(host, { host: '127.0.0.1', port: 0 });
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_ARCHIVE_RESULTS: 'true' };
  const reach = { HEADGATE_FETCH_MEDIA_ALLOW: `localhost:${boundPort(host)},127.0.0.1:${boundPort(host)}` };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': quick, 'media-api': { ...quick, ...reach } },
  });
}, 300_000);
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await world.stop();
});

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
  - { username: carol, password: ${password} }
keys:
  - { name: uploads, user: carol, key: "${key}", quota_usd: 1000 }
`;

interface Presigned {
  upload_url: string;
  public_url: string;
  headers: Record<string, string>;
}

interface Answer {
  success: boolean;
  message: string;
  data: Presigned;
}

async function presign(body: object, headers: Record<string, string> = { authorization: `Bearer ${key}` }) {
  const answer = await fetch(`${world.baseUrl}/api/upload/presign`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const said: Answer = JSON.parse(await answer.text());
  return { status: answer.status, ...said };
}

const ofPicture = { filename: 'first.png', content_type: 'image/png', size: picture.length };

async function put({ upload_url: url, headers }: Presigned, body: Buffer = picture) {
  const answer = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(body) });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

async function upload(about: object = ofPicture, body: Buffer = picture): Promise<string> {
  const { data } = await presign(about);
  expect(await put(data, body)).toMatchObject({ status: 200, body: { success: true } });
  return data.public_url;
}

/** A tenth of a second of silence: 8-bit samples, 8,000 a second. */
function silence(): Buffer {
  const samples = 800;
  const head = Buffer.from('RIFF....WAVEfmt ....................data....', 'latin1');
  head.writeUInt32LE(head.length - 8 + samples, 4);
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    head.writeUInt16LE(value, at);
  for (const at of [24, 28]) head.writeUInt32LE(8_000, at);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

async function create(reference?: string, more: object = { model: 'sora-2' }) {
  const answer = await fetch(`${world.baseUrl}/v1/videos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ prompt: 'a mill by a river', input_reference: reference, ...more }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

describe('an upload', () => {
  test('is put where the answer says, and read by everybody who knows where', async () => {
    const address = await upload();
    const whole = await fetch(address);
    expect(whole.status).toBe(200);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline',
      'content-security-policy': "default-src 'none'; media-src 'self'; sandbox allow-same-origin",
      'cache-control': 'public, max-age=86400',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
    });
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(picture);
    const part = await fetch(address, { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    expect(part.headers.get('content-range')).toBe(`bytes 1-3/${picture.length}`);
    const head = await fetch(address, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(picture.length));
  });

  test('is announced by a session as well as by a key, and by nobody else', async () => {
    const login = await fetch(`${world.baseUrl}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'carol', password }),
    });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await presign(ofPicture, { cookie })).toMatchObject({ status: 200, success: true });
    expect(await presign(ofPicture, {})).toMatchObject({ status: 401, success: false });
  });

  test('is put once', async () => {
    const { data } = await presign(ofPicture);
    expect((await put(data)).status).toBe(200);
    expect(await put(data)).toMatchObject({ status: 409, body: { success: false } });
  });

  test('may be put by a page of any site', async () => {
    const { data } = await presign(ofPicture);
    const asked = await fetch(data.upload_url, {
      method: 'OPTIONS',
      headers: { origin: 'https://studio.test', 'access-control-request-method': 'PUT' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect(asked.headers.get('access-control-allow-methods')).toBe('PUT');
  });

  test('of other bytes than were announced is refused, and may be put once more', async () => {
    const { data } = await presign(ofPicture);
    expect((await put(data, Buffer.alloc(picture.length, 'x'))).status).toBe(415);
    expect((await put(data, picture.subarray(0, 100))).status).toBe(400);
    expect((await fetch(data.public_url)).status).toBe(404);
    expect((await put(data)).status).toBe(200);
  });

  test('is not announced where it is too large or of a type that is not taken', async () => {
    expect(await presign({ ...ofPicture, size: 20 * 1024 * 1024 + 1 })).toMatchObject({
      status: 200,
      success: false,
      message: expect.stringContaining('20971520'),
    });
    expect(await presign({ ...ofPicture, content_type: 'image/svg+xml' })).toMatchObject({
      status: 200,
      success: false,
      message: expect.stringContaining('image/png'),
    });
  });
});

describe('a reference by address', () => {
  const at = (path: string) => `http://127.0.0.1:${boundPort(host)}${path}`;
  const referenceSent = async (id: string): Promise<unknown> => {
    const [task] = await world.sql('select wish from media.task where id = $1', [id]);
    return JSON.parse(JSON.stringify(task?.wish)).references;
  };

  test('reaches a vendor that takes bytes alone as bytes: what was uploaded', async () => {
    const { status, body } = await create(await upload());
    expect([status, body.status]).toEqual([200, 'queued']);
    expect(await referenceSent(body.id)).toMatchObject([
      { source: { byteCount: picture.length, type: 'image/png' } },
    ]);
  });

  test('reaches it as bytes: what somebody else keeps', async () => {
    pages.set('/picture', (response) => response.end(picture));
    const { status, body } = await create(at('/picture'));
    expect([status, body.status]).toEqual([200, 'queued']);
  });

  const tooLarge = Buffer.concat([picture, Buffer.alloc(20 * 1024 * 1024)]);
  const refused: [string, string, (response: ServerResponse) => void, string][] = [
    ['at a private address', 'http://10.0.0.1/picture.png', () => undefined, 'no public address'],
    [
      'that leads to metadata of the cloud',
      '/metadata',
      (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      'no public address',
    ],
    ['that is too large', '/large', (response) => response.end(tooLarge), 'too large'],
    ['that is no image', '/page', (response) => response.end('<html>'), 'not a file of a kind'],
  ];
  test.each(refused)('%s is refused, and nothing is held', async (_what, path, page, words) => {
    pages.set(path, page);
    const { status, body } = await create(path.startsWith('/') ? at(path) : path);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'invalid_request', param: 'input_reference' } });
    expect(body.error.message).toContain(words);
    expect(body.error.message).not.toMatch(/127\.0|10\.0\.0|169\.254/);
    expect(await world.sql(`select id from media.task where state = 'failed'`)).toEqual([]);
  });
});

describe('a result that was archived', () => {
  const content = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${world.baseUrl}/v1/videos/${id}/content`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });

  test('is served when its vendor no longer keeps it, whole and in parts, and to nobody by its address', async () => {
    const made = [await create(), await create(undefined, { model: 'seedance', resolution: '480p' })];
    const ids = made.map(({ body }) => String(body.id));
    const keys = await waitFor(async () => {
      const rows = await world.sql(
        `select result -> 'media' -> 0 ->> 'key' as key from media.task where id = any($1)`,
        [ids],
      );
      const found = rows.map((row) => String(row.key));
      return found.every((name) => name.startsWith('r/')) ? found : undefined;
    }, 'both results are in the store');
    await fetch(`${world.sandboxUrl}/media/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ms: 25 * 3_600_000 }),
    });
    for (const id of ids) {
      const whole = await content(id);
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'video/mp4']);
      expect(whole.headers.get('content-disposition')).toBe(`inline; filename="${id}.mp4"`);
      expect(whole.headers.get('cache-control')).toBe('private, max-age=300');
      const bytes = Buffer.from(await whole.arrayBuffer());
      const part = await content(id, { range: 'bytes=4-7' });
      expect([part.status, await part.text()]).toEqual([206, bytes.subarray(4, 8).toString()]);
    }
    for (const name of keys) expect((await fetch(`${world.baseUrl}/files/${name}`)).status).toBe(404);
  });
});

describe('in a browser', () => {
  const browser = shareBrowser();

  test('a sound that was uploaded plays where its address is opened', async () => {
    const sound = silence();
    const address = await upload({ filename: 'a.wav', content_type: 'audio/wav', size: sound.length }, sound);
    const { page, close } = await browser().open();
    await page.goto(address);
    await page.waitForFunction(`document.querySelector('video')?.readyState === 4`);
    await close();
  });
});
