/** The vendor has no SDK for JavaScript: shapes are those of its documentation. */
import { describe, expect, test } from 'vitest';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const path = '/vendors/xai/v1/videos';
const asked = { model: 'grok-imagine-video', prompt: 'A cat', duration: 4 };
const image = { url: 'https://example.com/a.png' };
const video = { url: 'https://example.com/a.mp4' };

async function open() {
  const sandbox = await startSandbox();
  const { url, post } = sandbox;
  return {
    ...createMediaClient(sandbox),
    async create(body: Record<string, unknown> = {}, task = 'generations') {
      const answer = await post(`${path}/${task}`, { ...asked, ...body });
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    },
    async poll(id: string, key = 'sk-test') {
      const answer = await fetch(`${url}${path}/${id}`, { headers: { authorization: `Bearer ${key}` } });
      return { status: answer.status, json: JSON.parse(await answer.text()) };
    },
  };
}

describe('a film', () => {
  test('has no state at first, is pending, then done', async () => {
    const { create, poll, setClock } = await open();
    const { json: made } = await create();
    expect(Object.keys(made)).toEqual(['request_id']);
    const id = made.request_id;
    expect(await poll(id)).toEqual({ status: 202, json: {} });
    expect(await poll(id)).toMatchObject({ status: 200, json: { status: 'pending', progress: 50 } });
    const { json } = await poll(id);
    expect(json).toMatchObject({
      ...{ status: 'done', progress: 100, model: asked.model },
      video: { duration: 4, respect_moderation: true },
    });
    expect((await fetch(json.video.url)).headers.get('content-type')).toBe('video/mp4');
    await setClock(25 * 3_600_000);
    expect((await fetch(json.video.url)).status).toBe(403);
  });

  test.each([
    ['moderated', 400, { code: 'imagine:content-moderated' }],
    ['expired', 200, { status: 'expired' }],
    ['failed', 200, { status: 'failed' }],
  ])('ends %s', async (ending, status, json) => {
    const { create, poll } = await open();
    const { request_id: id } = (await create({ prompt: `[[polls=1 ends=${ending}]]` })).json;
    expect(await poll(id)).toMatchObject({ status, json });
  });

  test('is done without its address once', async () => {
    const { create, poll, script, step } = await open();
    const { request_id: id } = (await create()).json;
    await step();
    await script({ kind: 'no-media', nth: 1 });
    expect((await poll(id)).json.video).toEqual({ duration: 4, respect_moderation: true });
    expect((await poll(id)).json.video.url).toContain('/media/files/xai/');
  });

  test('belongs to its key', async () => {
    const { create, poll } = await open();
    const { request_id: id } = (await create()).json;
    expect((await poll(id, 'sk-other')).status).toBe(404);
    expect((await poll(id, 'bad')).status).toBe(401);
  });

  test.each([
    ['edits', 5],
    ['extensions', 9],
  ])('is made of another by %s', async (task, duration) => {
    const { create, poll } = await open();
    expect((await create({}, task)).status).toBe(400);
    const { request_id: id } = (await create({ video, prompt: '[[polls=1]]' }, task)).json;
    expect((await poll(id)).json.video.duration).toBe(duration);
  });
});

test.each([
  [{ image }],
  [{ image, prompt: undefined }],
  [{ reference_images: [image, image] }],
  [{ model: 'grok-imagine-video-1.5', resolution: '1080p', duration: 15, aspect_ratio: '2:3' }],
])('%j is taken', async (body) => {
  const { create } = await open();
  expect((await create(body)).status).toBe(200);
});

test.each([
  [{ prompt: undefined }],
  [{ prompt: 'a'.repeat(4_097) }],
  [{ duration: 16 }],
  [{ duration: '4' }],
  [{ duration: 11, reference_images: [image] }],
  [{ resolution: '1080p' }],
  [{ aspect_ratio: '21:9' }],
  [{ image: image.url }],
  [{ image, reference_images: [image] }],
  [{ reference_images: Array.from({ length: 8 }, () => image) }],
])('%j is refused', async (wrong) => {
  const { create } = await open();
  expect(await create(wrong)).toMatchObject({ status: 400, json: { error: expect.any(String) } });
});

test('an unknown model is not found, and faults speak as the vendor', async () => {
  const { create, script } = await open();
  expect((await create({ model: 'unknown-model' })).status).toBe(404);
  await script({ kind: 'moderated', nth: 1 });
  expect((await create()).json.code).toBe('imagine:content-moderated');
  await script({ kind: 'status-429', retryAfter: 3, nth: 1 });
  expect((await create()).json.code).toBe('Some resource has been exhausted');
  await script({ kind: 'broke', nth: 1 });
  expect(await create()).toMatchObject({
    status: 429,
    json: { error: expect.stringMatching(/^Your team /) },
  });
});
