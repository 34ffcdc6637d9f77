import { expect, test } from 'vitest';
import { createKlingClient, klingToken } from '../testing/kling-client.ts';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

async function start() {
  const { url } = await startSandbox();
  return { url, client: createKlingClient(url), media: createMediaClient({ url }) };
}

test('a film is submitted, processed and succeeds, with a length that is a text', async () => {
  const { client } = await start();
  const asked = { prompt: 'a cat', model_name: 'kling-v2-6', mode: 'pro', sound: 'on', duration: '10' };
  const { code, message, data } = await client.post('videos/text2video', asked);
  expect([code, message, data.task_status]).toEqual([0, 'SUCCEED', 'submitted']);
  const seen = [];
  for (const _ of [1, 2, 3]) seen.push((await client.get(`videos/text2video/${data.task_id}`)).data);
  expect(seen.map(({ task_status }) => task_status)).toEqual(['submitted', 'processing', 'succeed']);
  expect(seen[1]).not.toHaveProperty('task_result');
  const [film] = Object(seen[2]).task_result.videos;
  expect(film).toMatchObject({ id: expect.any(String), duration: '10.1' });
  const file = await fetch(film.url);
  expect(file.headers.get('content-type')).toBe('video/mp4');
  expect(film.url).toContain('1920x1080');
});

test.each([
  [true, expect.stringContaining('marked')],
  [false, undefined],
])('a film with a mark comes beside the one without where it is asked for: %s', async (enabled, marked) => {
  const { client, media } = await start();
  const asked = { prompt: 'a cat', watermark_info: { enabled } };
  const { data } = await client.post('videos/text2video', asked);
  await media.step();
  const [film] = Object(await client.get(`videos/text2video/${data.task_id}`)).data.task_result.videos;
  expect(film.watermark_url).toEqual(marked);
});

test('addresses are good for thirty days', async () => {
  const { client, media } = await start();
  const { data } = await client.post('videos/text2video', { prompt: 'a cat' });
  await media.step();
  const [film] = Object(await client.get(`videos/text2video/${data.task_id}`)).data.task_result.videos;
  await media.setClock(30 * 24 * 3_600_000 + 1);
  expect((await fetch(film.url)).status).toBe(403);
});

test('a task is found below the path that made it, by either id, by its own key', async () => {
  const { url, client } = await start();
  const { data } = await client.post('videos/text2video', { prompt: 'a cat', external_task_id: 'mine' });
  expect(data.task_info).toEqual({ external_task_id: 'mine' });
  expect((await client.get('videos/text2video/mine')).data.task_id).toBe(data.task_id);
  const unknown = { status: 404, code: 1203 };
  expect(await client.get(`videos/image2video/${data.task_id}`)).toMatchObject(unknown);
  const other = createKlingClient(url, klingToken({ accessKey: 'AKIDOTHER' }));
  expect(await other.get('videos/text2video/mine')).toMatchObject(unknown);
});

test('an id of the caller is taken once', async () => {
  const { client, media } = await start();
  const named = { prompt: 'a cat', external_task_id: 'mine' };
  await client.post('videos/text2video', named);
  expect(await client.post('videos/text2video', named)).toMatchObject({ status: 400, code: 1201 });
  expect((await media.log('on=create')).map(({ job }) => job !== null)).toEqual([true]);
});

test('a task that failed says so under code 0, and why in its own message alone', async () => {
  const { client, media } = await start();
  const endOf = async (ending: string) => {
    const { data } = await client.post('videos/text2video', { prompt: `[[ends=${ending}]]` });
    await media.step();
    const end = await client.get(`videos/text2video/${data.task_id}`);
    expect(end).toMatchObject({ status: 200, code: 0, message: 'SUCCEED' });
    return [end.data.task_status, end.data.task_status_msg];
  };
  expect(await endOf('failed')).toEqual(['failed', 'Service internal exception']);
  expect(await endOf('moderated')).toEqual(['failed', 'Failure to pass the risk control system']);
  expect(await endOf('empty')).toEqual(['succeed', '']);
});

test('pictures come in the number that was asked for', async () => {
  const { client, media } = await start();
  const { data } = await client.post('images/generations', { prompt: 'a cat', n: 3, aspect_ratio: '1:1' });
  await media.step();
  const { images } = Object(await client.get(`images/generations/${data.task_id}`)).data.task_result;
  expect(images.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2]);
  expect((await fetch(images[2].url)).headers.get('content-type')).toBe('image/png');
});

test('a film goes on from one that there is', async () => {
  const { client, media } = await start();
  const { data } = await client.post('videos/text2video', { prompt: 'a cat' });
  await media.step();
  const [film] = Object(await client.get(`videos/text2video/${data.task_id}`)).data.task_result.videos;
  expect(await client.post('videos/video-extend', { video_id: film.id })).toMatchObject({ code: 0 });
  expect(await client.post('videos/video-extend', { video_id: 'none' })).toMatchObject({ code: 1203 });
});

test('lists have the newest first, by pages', async () => {
  const { client } = await start();
  const ids = [];
  for (const prompt of ['1', '2', '3'])
    ids.push((await client.post('videos/text2video', { prompt })).data.task_id);
  const page = Object(await client.get('videos/text2video?pageNum=1&pageSize=2')).data;
  expect(page.map(({ task_id }: { task_id: string }) => task_id)).toEqual([ids[2], ids[1]]);
  expect(await client.get('videos/text2video?pageSize=501')).toMatchObject({ code: 1201 });
});

test('creates fail in the words of the vendor', async () => {
  const { client, media } = await start();
  const after = async (kind: string) => {
    await media.script({ kind, nth: 1 });
    const { status, code } = await client.post('videos/text2video', { prompt: 'a cat' });
    return [status, code];
  };
  expect(await after('status-429')).toEqual([429, 1303]);
  expect(await after('status-500')).toEqual([500, 5000]);
  expect(await after('status-503')).toEqual([503, 5001]);
  expect(await after('moderated')).toEqual([400, 1301]);
  expect(await after('broke')).toEqual([429, 1102]);
  expect((await media.log('on=create')).every(({ job }) => job === null)).toBe(true);
});

test('polls meet states that nobody knows and results that are missing', async () => {
  const { client, media } = await start();
  const { data } = await client.post('videos/text2video', { prompt: 'a cat' });
  await media.step();
  const poll = async () => (await client.get(`videos/text2video/${data.task_id}`)).data;
  await media.script({ kind: 'unknown-status', nth: 1 });
  expect((await poll()).task_status).toBe('reticulating');
  await media.script({ kind: 'no-media', nth: 1 });
  expect(await poll()).not.toHaveProperty('task_result');
  expect(await poll()).toHaveProperty('task_result');
});
