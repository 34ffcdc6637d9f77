/** The vendor has no SDK for JavaScript: shapes are those of its documentation. */
import { describe, expect, test } from 'vitest';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const path = '/api/v3/contents/generations/tasks';
const model = 'doubao-seedance-2-0-260128';
const text = { type: 'text', text: 'A cat' };
const image = (role: string, url = 'https://example.com/a.png') => ({
  type: 'image_url',
  image_url: { url },
  role,
});
const video = { type: 'video_url', video_url: { url: 'https://example.com/a.mp4' }, role: 'reference_video' };
const sound = { type: 'audio_url', audio_url: { url: 'https://example.com/a.mp3' }, role: 'reference_audio' };

async function open() {
  const sandbox = await startSandbox();
  const ask = async (method: string, rest: string, key = 'sk-test') => {
    const answer = await fetch(`${sandbox.url}${path}${rest}`, {
      method,
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  };
  const create = async (body: Record<string, unknown> = {}) => {
    const answer = await sandbox.post(path, { model, content: [text], ...body });
    return { status: answer.status, json: JSON.parse(await answer.text()) };
  };
  return { ...createMediaClient(sandbox), ask, create };
}

describe('a task', () => {
  test('is queued, run, and leads to its film', async () => {
    const { ask, create, setClock } = await open();
    const made = await create({ resolution: '480p', ratio: '9:16', duration: 8, return_last_frame: true });
    expect(made).toEqual({ status: 200, json: { id: expect.stringMatching(/^cgt-\d{14}-\w+$/) } });
    const { id } = made.json;
    expect((await ask('GET', `/${id}`)).json).toMatchObject({ id, model, status: 'queued' });
    expect((await ask('GET', `/${id}`)).json).toMatchObject({ status: 'running' });
    const { json } = await ask('GET', `/${id}`);
    const tokens = Math.round((480 * 854 * (24 * 8 + 1)) / 1_024);
    expect(json).toMatchObject({
      ...{ status: 'succeeded', resolution: '480p', ratio: '9:16', duration: 8, framespersecond: 24 },
      usage: { completion_tokens: tokens, total_tokens: tokens },
    });
    const film = await fetch(json.content.video_url);
    expect([film.headers.get('content-type'), (await film.text()).slice(4, 8)]).toEqual([
      'video/mp4',
      'ftyp',
    ]);
    expect((await fetch(json.content.last_frame_url)).headers.get('content-type')).toBe('image/png');
    const part = await fetch(json.content.video_url, { headers: { range: 'bytes=0-3' } });
    expect(part.status).toBe(206);
    await setClock(25 * 3_600_000);
    expect((await fetch(json.content.video_url)).status).toBe(403);
    await setClock(7 * 24 * 3_600_000);
    expect((await ask('GET', `/${id}`)).status).toBe(404);
  });

  test.each([
    ['moderated', { status: 'failed', error: { code: 'OutputVideoSensitiveContentDetected' } }],
    ['failed', { status: 'failed', error: { code: 'InternalServiceError' } }],
    ['cancelled', { status: 'cancelled' }],
    ['expired', { status: 'expired' }],
  ])('ends %s', async (ending, end) => {
    const { ask, create } = await open();
    const { json } = await create({ content: [{ type: 'text', text: `[[polls=1 ends=${ending}]]` }] });
    expect((await ask('GET', `/${json.id}`)).json).toMatchObject(end);
  });

  test('succeeds without a film', async () => {
    const { ask, create } = await open();
    const { json } = await create({ content: [{ type: 'text', text: '[[polls=1 ends=empty]]' }] });
    const task = (await ask('GET', `/${json.id}`)).json;
    expect([task.status, task.content]).toEqual(['succeeded', undefined]);
  });

  test('counts the films that come along', async () => {
    const { ask, create } = await open();
    const { json } = await create({ content: [{ type: 'text', text: '[[polls=1]]' }, video], duration: 4 });
    const tokens = Math.round((1_280 * 720 * (24 * 9 + 1)) / 1_024);
    expect((await ask('GET', `/${json.id}`)).json.usage.total_tokens).toBe(tokens);
  });

  test('is cancelled while it waits, and forgotten once it has ended', async () => {
    const { ask, create, step } = await open();
    const waiting = (await create({ content: [{ type: 'text', text: '[[hold]]' }] })).json;
    expect((await ask('DELETE', `/${waiting.id}`)).status).toBe(200);
    expect((await ask('GET', `/${waiting.id}`)).json.status).toBe('cancelled');
    const running = (await create({ content: [{ type: 'text', text: '[[hold]]' }] })).json;
    await step({ job: running.id, steps: 1 });
    expect((await ask('DELETE', `/${running.id}`)).status).toBe(409);
    await step({ job: running.id });
    expect((await ask('DELETE', `/${running.id}`)).status).toBe(200);
    expect((await ask('GET', `/${running.id}`)).status).toBe(404);
  });

  test('is listed by state, and belongs to its key', async () => {
    const { ask, create, step } = await open();
    const first = (await create()).json;
    await step();
    const second = (await create()).json;
    const all = (await ask('GET', '?page_num=1&page_size=1')).json;
    expect([all.total, all.items.length, all.items[0].id]).toEqual([2, 1, second.id]);
    const done = (await ask('GET', '?filter.status=succeeded')).json;
    expect(done.items).toMatchObject([{ id: first.id }]);
    expect((await ask('GET', `/${first.id}`, 'sk-other')).status).toBe(404);
  });
});

test.each([
  [[text, image('first_frame'), image('last_frame')]],
  [[text, image('reference_image', 'data:image/png;base64,iVBORw0KGgo='), video, sound]],
  [[image('reference_image', 'asset://asset-1_a'), sound]],
])('content is taken', async (content) => {
  const { create } = await open();
  expect((await create({ content, duration: -1 })).status).toBe(200);
});

test.each([
  ['A cat --frames 289', { duration: 2 }, { frames: 289, resolution: '720p' }],
  ['A cat --dur 9 --rs 480p', {}, { duration: 9, resolution: '480p' }],
  ['A cat --dur 9 --rs 480p', { duration: 3, resolution: '1080p' }, { duration: 3, resolution: '1080p' }],
])('models up to 1.5 read what a prompt says of the film: %s beside %j', async (prompt, beside, film) => {
  const { ask, create } = await open();
  const content = [{ type: 'text', text: prompt }];
  const older = (await create({ model: 'doubao-seedance-1-0-pro-250528', content, ...beside })).json;
  expect((await ask('GET', `/${older.id}`)).json).toMatchObject(film);
  const newer = (await create({ content, duration: 4 })).json;
  expect((await ask('GET', `/${newer.id}`)).json).toMatchObject({ duration: 4, resolution: '720p' });
});

test.each([
  [{ model: undefined }, 'MissingParameter'],
  [{ model: 'unknown-model' }, 'InvalidEndpointOrModel.NotFound'],
  [{ content: [] }, 'MissingParameter'],
  [{ content: [text, image('first_frame'), image('reference_image')] }, 'InvalidParameter'],
  [{ content: [text, image('last_frame')] }, 'InvalidParameter'],
  [{ content: [text, sound] }, 'InvalidParameter'],
  [{ content: [text, image('reference_video')] }, 'InvalidParameter'],
  [{ content: [text, ...Array.from({ length: 10 }, () => image('reference_image'))] }, 'InvalidParameter'],
  [{ content: [text, image('first_frame', 'data:image/PNG;base64,AAAA')] }, 'InvalidParameter'],
  [{ content: [text, image('first_frame', 'asset://missing')] }, 'InvalidParameter'],
  [{ content: [text, { ...video, video_url: { url: 'data:video/mp4;base64,AAAA' } }] }, 'InvalidParameter'],
  [{ duration: '5' }, 'InvalidParameter'],
  [{ duration: 16 }, 'InvalidParameter'],
  [{ resolution: '720P' }, 'InvalidParameter'],
  [{ ratio: '2:1' }, 'InvalidParameter'],
  [{ seed: 5_000_000_000 }, 'InvalidParameter'],
  [{ watermark: 'true' }, 'InvalidParameter'],
  [{ model: 'doubao-seedance-2-0-fast-260128', resolution: '1080p' }, 'InvalidParameter'],
  [
    { model: 'doubao-seedance-1-5-pro-251215', content: [text, image('reference_image')] },
    'InvalidParameter',
  ],
  [{ model: 'doubao-seedance-2-5', duration: 31 }, 'InvalidParameter'],
  [
    { model: 'doubao-seedance-2-5', ratio: '16:9', content: [text, image('first_frame')] },
    'InvalidParameter.TaskTypeConstraint',
  ],
])('%j is refused', async (wrong, code) => {
  const { create } = await open();
  expect((await create(wrong)).json.error.code).toBe(code);
});

test('errors are those of the vendor', async () => {
  const { ask, create, script } = await open();
  expect((await ask('GET', '/cgt-1', 'bad')).json.error).toMatchObject({ code: 'AuthenticationError' });
  for (const [kind, status, code] of [
    ['moderated', 400, 'InputTextSensitiveContentDetected'],
    ['broke', 403, 'AccountOverdueError'],
    ['status-429', 429, 'RateLimitExceeded.EndpointRPMExceeded'],
  ] as const) {
    await script({ kind, vendor: 'ark', nth: 1 });
    const refused = await create();
    expect([refused.status, refused.json.error.code]).toEqual([status, code]);
  }
});
