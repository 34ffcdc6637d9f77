/** Videos and images that Tencent Cloud makes, through the ingress: both dialects, the bytes, the bill, and what is lost. */
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorld, type World } from './testing/world.ts';

const key = 'sk-tencenttencenttencenttencenttencent';
const secretId = 'AKIDSANDBOX';

const configuration = `
models:
  kling: { family: V10, price: { second: { 720P: 0.10, "720P:audio": 0.20 } } }
  gpt-image: { image_task: true, image_sizes: [1K, 2K], price: { image: { 1K: 0.03, 2K: 0.05 } } }
channels:
  - name: vod
    provider: tencent-vod
    base_url: "\${HEADGATE_SANDBOX_URL}"
    keys: ["${secretId}:secret-of-${secretId}:251007502"]
    models: [{ name: kling, upstream: Kling-2.6 }, { name: gpt-image, upstream: OG-image2_low }]
users:
  - { username: root, password: root-password-for-tests, role: root }
keys:
  - { name: vod, key: "${key}", quota_usd: 1000 }
`;

let world: World;
beforeAll(async () => {
  const quick = { HEADGATE_POLL_MS: '50', HEADGATE_WORKER_IDLE_MS: '50', HEADGATE_RESEND_MS: '100' };
  world = await startWorld(configuration, {
    mediaWorkers: 1,
    env: { 'media-worker': quick, 'media-api': quick },
  });
}, 300_000);
afterAll(() => world.stop());

interface Answer {
  status: number;
  /** All that a client sees of it. */
  text: string;
  body: Record<string, unknown>;
}

async function ask(path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${world.baseUrl}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const headers = [...response.headers].map((header) => header.join(': ')).join('\n');
  return { status: response.status, text: `${headers}\n${text}`, body: JSON.parse(text) };
}

async function create(model: string, more: object = {}): Promise<string> {
  const { status, text, body } = await ask('/v1/videos', { model, prompt: 'a mill by a river', ...more });
  expect(status, text).toBe(200);
  return String(body.id);
}

async function awaitEnd(id: string): Promise<Answer> {
  return await waitFor(async () => {
    const answer = await ask(`/v1/videos/${id}`);
    return ['completed', 'failed'].includes(String(answer.body.status)) ? answer : undefined;
  }, `${id} has ended`);
}

/** What was booked for a task, once the ledger has heard of its end. */
async function billOf(id: string): Promise<unknown> {
  const find = async () =>
    (
      await world.sql(
        'select amount from ledger.usage where id = (select close_id from media.task where id = $1)',
        [id],
      )
    )[0];
  return (await waitFor(find, `the bill of ${id}`)).amount;
}

async function upstreamIdOf(id: string): Promise<string> {
  const [task] = await world.sql('select upstream_id from media.task where id = $1', [id]);
  return String(task?.upstream_id);
}

async function scriptFault(fault: object): Promise<void> {
  const answer = await fetch(`${world.sandboxUrl}/media/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vendor: 'tencent-vod', ...fault }),
  });
  expect(answer.status).toBe(201);
}

function download(id: string, query = ''): Promise<Response> {
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${world.baseUrl}/v1/videos/${id}/content${query}`, { headers });
}

test('a video is rendered, shown on both routes, downloaded and billed by what was asked for', async () => {
  const metadata = { output_config: { duration: 3, audio_generation: 'Enabled' } };
  const id = await create('kling', { duration: 10, metadata });
  const { body } = await awaitEnd(id);
  const url = `${world.baseUrl}/v1/videos/${id}/content`;
  expect(body).toMatchObject({ id, status: 'completed', progress: 100, seconds: '3', video_url: url });
  const unified = await ask(`/v1/video/generations/${id}`);
  expect(unified.body).toMatchObject({ data: { status: 'succeeded', url, format: 'mp4', error: null } });
  const film = await download(id);
  expect(film.headers.get('content-type')).toBe('video/mp4');
  expect(Buffer.from(await film.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');
  // 3 x 0.20 x 500,000
  expect(await billOf(id)).toBe(300_000n);
});

test('images are rendered in a task, each at an address of ours, and billed by their number and resolution', async () => {
  const id = await create('gpt-image', {
    n: 2,
    size: '1024x1024',
    metadata: { output_config: { resolution: '2K' } },
  });
  const { body } = await awaitEnd(id);
  const url = `${world.baseUrl}/v1/videos/${id}/content`;
  const files = [0, 1].map((index) => ({
    file_url: `${url}?index=${index}`,
    file_type: 'png',
    expire_time: expect.any(String),
  }));
  expect(body).toMatchObject({ object: 'video', status: 'completed', output: { file_infos: files } });
  expect(body).not.toHaveProperty('video_url');
  const unified = await ask(`/v1/video/generations/${id}`);
  expect(unified.body).toMatchObject({
    data: { status: 'succeeded', url: `${url}?index=0`, format: 'png', metadata: null },
  });
  const [one, other] = await Promise.all([download(id), download(id, '?index=1')]);
  expect([one.headers.get('content-type'), other.headers.get('content-type')]).toEqual([
    'image/png',
    'image/png',
  ]);
  expect((await one.arrayBuffer()).byteLength).toBeGreaterThan(0);
  expect((await download(id, '?index=2')).status).toBe(400);
  // 2 x 0.05 x 500,000
  expect(await billOf(id)).toBe(50_000n);
});

test('nothing of the vendor’s reaches a client, whatever it looks at', async () => {
  const ids = [await create('kling'), await create('gpt-image')];
  const failing = await create('kling', { prompt: 'not so [[ends=moderated]]' });
  for (const id of [...ids, failing]) {
    const shown = [await awaitEnd(id), await ask(`/v1/video/generations/${id}`), await ask('/v1/videos')];
    const told = shown.map(({ text }) => text).join('\n');
    const telling = [await upstreamIdOf(id), secretId, new URL(world.sandboxUrl).host, 'encent', '251007502'];
    expect(telling.filter((word) => told.includes(word))).toEqual([]);
  }
});

test('a create whose answer was lost is found by its session id, and was sent once', async () => {
  await scriptFault({ kind: 'cut-before-head', on: 'create', nth: 1 });
  const id = await create('kling', { duration: 3 });
  expect((await awaitEnd(id)).body).toMatchObject({ status: 'completed' });
  const [task] = await world.sql('select close_id, attempts from media.task where id = $1', [id]);
  expect(task?.attempts).toBe(1);
  const log = await fetch(`${world.sandboxUrl}/media/log?on=create&requestId=${task?.close_id}`);
  expect(await log.json()).toHaveLength(1);
  expect(await billOf(id)).toBe(150_000n);
});

test('a vendor that has too much to do says so under status 200: the client is asked to come again', async () => {
  await scriptFault({ kind: 'status-429', on: 'create', nth: 1 });
  const answer = await ask('/v1/videos', { model: 'kling', prompt: 'busy' });
  expect(answer).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
});

test('what the model does not render is refused by name, and nothing is sent', async () => {
  const answer = await ask('/v1/videos', { model: 'kling', prompt: 'too long', duration: 16 });
  expect(answer).toMatchObject({ status: 400, body: { error: { param: 'duration' } } });
  const dear = await ask('/v1/videos', { model: 'gpt-image', prompt: 'large', size: '3840x2160' });
  expect(dear).toMatchObject({ status: 400, body: { error: { param: 'size' } } });
});
