import OpenAI, { toFile } from 'openai';
import { describe, expect, test } from 'vitest';
import { mp4Bytes } from '../media/files/mp4.ts';
import { pictureBytes } from '../media/files/picture.ts';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const asked = { model: 'sora-2', prompt: 'A cat', seconds: '8', size: '1280x720' } as const;
const shape = { width: 1280, height: 720, seconds: 8 };

describe('a film', () => {
  test('is queued, made, and there', async () => {
    const { client } = await startSandbox();
    const made = await client.videos.create(asked);
    expect(made).toMatchObject({ ...asked, object: 'video', status: 'queued', progress: 0, error: null });
    const polls = [];
    for (let poll = 0; poll < 3; poll += 1) polls.push(await client.videos.retrieve(made.id));
    expect(polls.map(({ status, progress }) => `${status} ${progress}`)).toEqual([
      'queued 0',
      'in_progress 50',
      'completed 100',
    ]);
    expect(polls[2]?.expires_at).toBeGreaterThan(polls[2]?.completed_at ?? Number.POSITIVE_INFINITY);
    const content = await client.videos.downloadContent(made.id);
    expect(content.headers.get('content-type')).toBe('video/mp4');
    expect(Buffer.from(await content.arrayBuffer())).toEqual(mp4Bytes(shape));
  });

  test.each([
    ['thumbnail', 'image/webp'],
    ['spritesheet', 'image/jpeg'],
  ] as const)('has a %s', async (variant, type) => {
    const { client } = await startSandbox();
    const { id } = await client.videos.create({ ...asked, prompt: '[[polls=1]]' });
    await client.videos.retrieve(id);
    const content = await client.videos.downloadContent(id, { variant });
    expect(content.headers.get('content-type')).toBe(type);
  });

  test('comes in parts', async () => {
    const { client } = await startSandbox();
    const { id } = await client.videos.create({ ...asked, prompt: '[[polls=1]]' });
    await client.videos.retrieve(id);
    const part = await client.videos.downloadContent(id, {}, { headers: { range: 'bytes=4-7' } });
    expect([part.status, await part.text()]).toEqual([206, 'ftyp']);
  });

  test('has no content before its end, and none that has expired', async () => {
    const sandbox = await startSandbox();
    const { client } = sandbox;
    const { id } = await client.videos.create({ ...asked, prompt: '[[hold]]' });
    await expect(client.videos.downloadContent(id)).rejects.toMatchObject({ status: 404 });
    const { step, setClock } = createMediaClient(sandbox);
    await step({ job: id });
    await client.videos.downloadContent(id);
    await setClock(25 * 3_600_000);
    await expect(client.videos.downloadContent(id)).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['moderated', 'moderation_blocked'],
    ['failed', 'internal_error'],
  ])('that is %s says why', async (ending, code) => {
    const { client } = await startSandbox();
    const { id } = await client.videos.create({ ...asked, prompt: `[[polls=1 ends=${ending}]]` });
    expect(await client.videos.retrieve(id)).toMatchObject({ status: 'failed', error: { code } });
    await expect(client.videos.downloadContent(id)).rejects.toMatchObject({ status: 404 });
  });

  test('is remixed once it is done', async () => {
    const { client } = await startSandbox();
    const { id } = await client.videos.create({ ...asked, prompt: '[[polls=1]]' });
    await expect(client.videos.remix(id, { prompt: 'A dog' })).rejects.toMatchObject({ status: 400 });
    await client.videos.retrieve(id);
    const remix = await client.videos.remix(id, { prompt: 'A dog' });
    expect(remix).toMatchObject({
      ...{ status: 'queued', prompt: 'A dog', remixed_from_video_id: id, seconds: '8', size: '1280x720' },
    });
  });

  test('is listed, newest first, and gone when it is deleted', async () => {
    const { client } = await startSandbox();
    const first = await client.videos.create({ ...asked, prompt: '[[polls=1]]' });
    const second = await client.videos.create(asked);
    const listed = await Array.fromAsync(client.videos.list({ limit: 1 }));
    expect(listed.map(({ id }) => id)).toEqual([second.id, first.id]);
    await expect(client.videos.delete(second.id)).rejects.toMatchObject({ status: 400 });
    await client.videos.retrieve(first.id);
    expect(await client.videos.delete(first.id)).toMatchObject({ deleted: true, object: 'video.deleted' });
    await expect(client.videos.retrieve(first.id)).rejects.toMatchObject({ status: 404 });
  });

  test('belongs to its key', async () => {
    const { client, url } = await startSandbox();
    const { id } = await client.videos.create(asked);
    const other = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-other', maxRetries: 0 });
    await expect(other.videos.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });
});

describe('a picture to begin with', () => {
  const picture = pictureBytes('png', shape);

  test('is taken when it has the size of the film', async () => {
    const { client } = await startSandbox();
    const reference = await toFile(picture, 'a.png', { type: 'image/png' });
    expect(await client.videos.create({ ...asked, input_reference: reference })).toMatchObject(asked);
  });

  test.each([
    [
      'another size',
      pictureBytes('jpeg', { width: 720, height: 1280 }),
      'image/jpeg',
      'Inpaint image must match',
    ],
    ['no type', picture, 'application/octet-stream', 'unsupported mimetype'],
    ['no picture', Buffer.alloc(100), 'image/png', 'could not be read'],
  ])('is refused with %s', async (_name, bytes, type, message) => {
    const { client } = await startSandbox();
    const reference = await toFile(bytes, 'a', { type });
    await expect(client.videos.create({ ...asked, input_reference: reference })).rejects.toThrow(message);
  });

  test.each([
    [{ image_url: `data:image/png;base64,${picture.toString('base64')}` }, 200],
    [{ file_id: 'file-1' }, 200],
    [{ image_url: 'https://example.com/a.png' }, 200],
    ['https://example.com/a.png', 400],
    [{}, 400],
  ])('in JSON is an object', async (reference, status) => {
    const { post } = await startSandbox();
    expect((await post('/v1/videos', { ...asked, input_reference: reference })).status).toBe(status);
  });
});

test.each([
  [{ seconds: 8 }, 'invalid_type'],
  [{ seconds: '5' }, 'invalid_value'],
  [{ size: '1792x1024' }, 'invalid_value'],
  [{ prompt: undefined }, 'missing_required_parameter'],
  [{ duration: 8 }, 'unknown_parameter'],
  [{ model: 'unknown-model' }, 'model_not_found'],
])('%j is refused', async (wrong, code) => {
  const { post } = await startSandbox();
  const answer = await post('/v1/videos', { ...asked, ...wrong });
  expect(await answer.json()).toMatchObject({ error: { code } });
});

test('the pro model has larger sizes', async () => {
  const { client } = await startSandbox();
  const film = await client.videos.create({ ...asked, model: 'sora-2-pro', size: '1792x1024' });
  expect(film.size).toBe('1792x1024');
});

test('a bad key is refused', async () => {
  const { post } = await startSandbox();
  const answer = await post('/v1/videos', asked, { authorization: 'Bearer bad' });
  expect(answer.status).toBe(401);
});
