import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const film = { model: 'sora-2', prompt: 'a cat', seconds: '8', size: '1280x720' } as const;

async function start(manner: string) {
  const { url } = await startSandbox();
  const base = `${url}/gateways/${manner}/v1`;
  return {
    base,
    media: createMediaClient({ url }),
    client: new OpenAI({ baseURL: base, apiKey: 'sk-test', maxRetries: 0 }),
    async call(path: string, body?: object, key = 'sk-test') {
      const answer = await fetch(`${base}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      });
      return { status: answer.status, headers: answer.headers, json: JSON.parse(await answer.text()) };
    },
  };
}

test('the SDK of OpenAI sees a film through to its bytes', async () => {
  const { client } = await start('unified');
  const { id, status } = await client.videos.create(film);
  expect(status).toBe('queued');
  const seen = [];
  for (const _ of [1, 2, 3]) seen.push(await client.videos.retrieve(id));
  expect(seen.map((video) => [video.status, video.progress])).toEqual([
    ['queued', 0],
    ['in_progress', 50],
    ['completed', 100],
  ]);
  expect(seen[2]).toMatchObject({ seconds: '8', size: '1280x720', video_url: expect.any(String) });
  const content = await client.videos.downloadContent(id);
  expect(content.headers.get('content-type')).toBe('video/mp4');
});

test('the same task is a small record on the other route', async () => {
  const { call, media } = await start('unified');
  const { json: created } = await call('/video/generations', { model: 'm', prompt: 'a cat', duration: 6 });
  expect(created).toMatchObject({ object: 'video', status: 'queued', task_id: created.id });
  expect((await call(`/video/generations/${created.id}`)).json).toEqual({
    code: 'success',
    message: '',
    data: { task_id: created.id, status: 'queued', url: null, format: null, metadata: null, error: null },
  });
  await media.step();
  const { data } = (await call(`/video/generations/${created.id}`)).json;
  expect(data).toMatchObject({ status: 'succeeded', format: 'mp4', metadata: { duration: 6, width: 1280 } });
  expect((await fetch(data.url)).status).toBe(200);
  expect((await call(`/videos/${created.id}`)).json).toMatchObject({ status: 'completed' });
});

test('a gateway like the reference has states of its own and tells too much', async () => {
  const { call, media } = await start('reference');
  const { json: created } = await call('/video/generations', { model: 'm', prompt: 'a cat' });
  expect(created.status).toBe('');
  const first = (await call(`/video/generations/${created.id}`)).json.data;
  expect(first).toMatchObject({ status: 'NOT_START', progress: '0%', user_id: 17, channel_id: 23 });
  expect((await call(`/videos/${created.id}`)).json.status).toBe('in_progress');
  await media.step();
  const done = (await call(`/video/generations/${created.id}`)).json.data;
  expect(done).toMatchObject({
    status: 'SUCCESS',
    result_url: expect.any(String),
    data: { status: 'running' },
  });
  const object = (await call(`/videos/${created.id}`)).json;
  expect(object).toMatchObject({ status: 'completed', metadata: { url: done.result_url } });
  expect(object).not.toHaveProperty('video_url');
});

test('its object says unknown of what was never polled', async () => {
  const { call } = await start('reference');
  const { json: created } = await call('/videos', film);
  expect((await call(`/videos/${created.id}`)).json.status).toBe('unknown');
});

test('failures are told in each style', async () => {
  const { call, media } = await start('unified');
  const { json: created } = await call('/videos', { ...film, prompt: '[[ends=moderated]]' });
  await media.step();
  const error = { code: 'content_policy_violation' };
  expect((await call(`/videos/${created.id}`)).json).toMatchObject({ status: 'failed', error });
  expect((await call(`/video/generations/${created.id}`)).json.data).toMatchObject({
    status: 'failed',
    error,
  });
});

test('the other gateway completes what its vendor held back, with an error', async () => {
  const { call, media } = await start('reference');
  const { json: created } = await call('/videos', { ...film, prompt: '[[ends=moderated]]' });
  await media.step();
  const error = { code: 'moderation_blocked' };
  const { json } = await call(`/videos/${created.id}`);
  expect(json).toMatchObject({ status: 'completed', error });
  expect(json).not.toHaveProperty('metadata');
});

test('refusals are wrapped where records are', async () => {
  const { call, media } = await start('unified');
  const wrapped = { code: 'task_not_exist', message: 'task_not_exist', data: null };
  expect(await call('/video/generations/task_none')).toMatchObject({ status: 400, json: wrapped });
  expect(await call('/videos/task_none')).toMatchObject({
    status: 404,
    json: { error: { code: 'task_not_exist' } },
  });
  expect(await call('/video/generations/task_none', undefined, 'bad')).toMatchObject({
    ...{ status: 401, json: { code: 'invalid_api_key' } },
  });
  expect(await call('/video/generations', { model: 'm' })).toMatchObject({
    ...{ status: 400, json: { error: { code: 'invalid_request' } } },
  });
  await media.script({ kind: 'status-429', retryAfter: 7, nth: 1 });
  const limited = await call('/video/generations', { model: 'm', prompt: 'a cat' });
  expect(limited).toMatchObject({ status: 429, json: { code: 'too_many_requests', data: null } });
  expect(limited.headers.get('retry-after')).toBe('7');
});

test('polls of both styles meet no state and no media', async () => {
  const { call, media } = await start('unified');
  const { json: created } = await call('/videos', film);
  await media.step();
  await media.script({ kind: 'no-status', nth: 1 });
  expect((await call(`/videos/${created.id}`)).json).not.toHaveProperty('status');
  await media.script({ kind: 'unknown-status', nth: 1 });
  expect((await call(`/video/generations/${created.id}`)).json.data.status).toBe('reticulating');
  await media.script({ kind: 'no-media', nth: 1 });
  expect((await call(`/video/generations/${created.id}`)).json.data).not.toHaveProperty('url');
});
