import { toFile } from 'openai';
import { describe, expect, test } from 'vitest';
import { measurePicture } from '../media/files/measure-picture.ts';
import { pictureBytes } from '../media/files/picture.ts';
import { createMediaClient } from '../testing/media-client.ts';
import { startSandbox } from '../testing/start-sandbox.ts';

const asked = { model: 'gpt-image-1', prompt: 'A white cat', size: '1536x1024', quality: 'low' } as const;
const size = { width: 1_536, height: 1_024 };
const textTokens = 3;
const imageTokens = 408;

function sizeOf(base64 = '') {
  return measurePicture(Buffer.from(base64, 'base64'));
}

describe('pictures', () => {
  test('are made in the size and format asked for, and count', async () => {
    const { client, log } = await startSandbox();
    const answer = await client.images.generate({ ...asked, n: 2, output_format: 'webp' });
    expect(answer.data?.map(({ b64_json }) => sizeOf(b64_json))).toEqual([
      { format: 'webp', ...size },
      { format: 'webp', ...size },
    ]);
    expect(answer).toMatchObject({
      background: 'opaque',
      output_format: 'webp',
      quality: 'low',
      size: asked.size,
    });
    expect(answer.usage).toEqual({
      input_tokens: textTokens,
      input_tokens_details: { image_tokens: 0, text_tokens: textTokens },
      output_tokens: 2 * imageTokens,
      output_tokens_details: { image_tokens: 2 * imageTokens, text_tokens: 0 },
      total_tokens: textTokens + 2 * imageTokens,
    });
    expect(await log()).toMatchObject([
      {
        ...{ dialect: 'image-generations', model: 'gpt-image-1', outcome: 'served' },
        usage: { inputTokens: textTokens, outputTokens: 2 * imageTokens, outputImageTokens: 2 * imageTokens },
      },
    ]);
  });

  test('of older models are addresses that expire', async () => {
    const sandbox = await startSandbox();
    const answer = await sandbox.client.images.generate({
      model: 'dall-e-3',
      prompt: 'A cat',
      size: '1792x1024',
    });
    expect(answer.data).toMatchObject([{ revised_prompt: 'A cat' }]);
    expect(answer.usage).toBeUndefined();
    const url = answer.data?.[0]?.url ?? '';
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(measurePicture(bytes)).toEqual({ format: 'png', width: 1_792, height: 1_024 });
    await createMediaClient(sandbox).setClock(61 * 60_000);
    expect((await fetch(url)).status).toBe(403);
  });

  test('of older models come as they are, too', async () => {
    const { client } = await startSandbox();
    const answer = await client.images.generate({ prompt: 'A cat', response_format: 'b64_json' });
    expect(sizeOf(answer.data?.[0]?.b64_json)).toEqual({ format: 'png', width: 1_024, height: 1_024 });
  });

  test('stream, with looks at what is not done', async () => {
    const { client } = await startSandbox();
    const stream = await client.images.generate({ ...asked, stream: true, partial_images: 2 });
    const events = await Array.fromAsync(stream);
    expect(events.map(({ type }) => type)).toEqual([
      'image_generation.partial_image',
      'image_generation.partial_image',
      'image_generation.completed',
    ]);
    expect(events).toMatchObject([
      { partial_image_index: 0 },
      { partial_image_index: 1 },
      { size: asked.size, usage: { output_tokens: imageTokens + 200 } },
    ]);
  });

  test.each(['cut', 'error-in-stream', 'no-terminal'])('break off by %s', async (kind) => {
    const { post } = await startSandbox();
    const body = { ...asked, model: `fault-${kind}`, stream: true, partial_images: 2 };
    const answer = await post('/v1/images/generations', body);
    const text = await answer.text().catch(() => 'broken');
    expect(text).not.toContain('completed');
    expect(text.includes('event: error')).toBe(kind === 'error-in-stream');
  });

  test('are fewer than were asked for', async () => {
    const { client } = await startSandbox();
    const { data, usage } = await client.images.generate({ ...asked, prompt: '[[made=1]]', n: 3 });
    expect([data?.length, usage?.output_tokens]).toEqual([1, imageTokens]);
    const request = { ...asked, prompt: '[[made=1]]', n: 3, stream: true, partial_images: 1 } as const;
    const events = await Array.fromAsync(await client.images.generate(request));
    expect(events.map(({ type }) => type)).toEqual([
      'image_generation.partial_image',
      'image_generation.completed',
    ]);
  });

  test('that are not wanted are refused', async () => {
    const { client } = await startSandbox();
    await expect(client.images.generate({ ...asked, prompt: '[[filtered]]' })).rejects.toMatchObject({
      ...{ status: 400, code: 'moderation_blocked', type: 'image_generation_user_error' },
    });
  });

  test('are missing from an answer that succeeds', async () => {
    const { post } = await startSandbox();
    const answer = await post('/v1/images/generations', { ...asked, model: 'fault-empty-output' });
    expect(await answer.json()).toMatchObject({ data: [] });
  });
});

describe('edits', () => {
  const picture = pictureBytes('png', size);
  const file = (bytes = picture, type = 'image/png') => toFile(bytes, 'a.png', { type });

  test('count the pictures that come with them', async () => {
    const { client, log } = await startSandbox();
    const image = [await file(), await file(pictureBytes('jpeg', size), 'image/jpeg')];
    const answer = await client.images.edit({ ...asked, image, mask: await file(), n: 1 });
    expect(answer.usage?.input_tokens_details).toEqual({ image_tokens: 170, text_tokens: textTokens });
    expect(await log()).toMatchObject([{ dialect: 'image-edits', usage: { inputImageTokens: 170 } }]);
  });

  test('stream', async () => {
    const { client } = await startSandbox();
    const stream = await client.images.edit({
      ...asked,
      image: await file(),
      stream: true,
      partial_images: 1,
    });
    const events = await Array.fromAsync(stream);
    expect(events.map(({ type }) => type)).toEqual(['image_edit.partial_image', 'image_edit.completed']);
  });

  test('take addresses in JSON', async () => {
    const { post } = await startSandbox();
    const body = { ...asked, images: [{ image_url: 'https://example.com/a.png' }] };
    expect((await post('/v1/images/edits', body)).status).toBe(200);
    expect((await post('/v1/images/edits', { ...asked, image: 'https://example.com/a.png' })).status).toBe(
      400,
    );
  });

  test.each([
    ['no type', picture, 'application/octet-stream', 'unsupported_file_mimetype'],
    ['no picture', Buffer.alloc(50), 'image/png', 'invalid_image_file'],
  ])('of a file with %s are refused', async (_name, bytes, type, code) => {
    const { client } = await startSandbox();
    const edit = client.images.edit({ ...asked, image: await file(bytes, type) });
    await expect(edit).rejects.toMatchObject({ status: 400, code });
  });

  test('with a mask of another size are refused', async () => {
    const { client } = await startSandbox();
    const mask = await file(pictureBytes('png', { width: 10, height: 10 }));
    const edit = client.images.edit({ ...asked, image: await file(), mask });
    await expect(edit).rejects.toMatchObject({ status: 400, param: 'mask' });
  });

  test('of more than 16 pictures are refused', async () => {
    const { client } = await startSandbox();
    const image = await Promise.all(Array.from({ length: 17 }, () => file()));
    await expect(client.images.edit({ ...asked, image })).rejects.toMatchObject({ status: 400 });
  });
});

test.each([
  [{ prompt: undefined }, 'missing_required_parameter'],
  [{ n: 11 }, 'invalid_value'],
  [{ n: '2' }, 'invalid_type'],
  [{ size: '2048x2048' }, 'invalid_value'],
  [{ quality: 'hd' }, 'invalid_value'],
  [{ response_format: 'url' }, 'unknown_parameter'],
  [{ aspect_ratio: '1:1' }, 'unknown_parameter'],
  [{ partial_images: 4 }, 'invalid_value'],
  [{ background: 'transparent', output_format: 'jpeg' }, 'invalid_value'],
  [{ model: 'gpt-image-2', background: 'transparent' }, 'invalid_value'],
  [{ model: 'gpt-image-2', size: '1920x1080' }, 'invalid_value'],
  [{ model: 'gpt-image-2', size: '3840x2560' }, 'invalid_value'],
  [{ model: 'dall-e-3', quality: 'hd', size: '1024x1024', n: 2 }, 'invalid_value'],
  [{ model: 'dall-e-2', quality: undefined, size: '1536x1024' }, 'invalid_value'],
  [{ model: 'unknown-model' }, 'model_not_found'],
])('%j is refused', async (wrong, code) => {
  const { post } = await startSandbox();
  const answer = await post('/v1/images/generations', { ...asked, ...wrong });
  expect([answer.status, JSON.parse(await answer.text()).error.code]).toEqual([
    code === 'model_not_found' ? 404 : 400,
    code,
  ]);
});

test.each(['2880x2880', '3840x2160', '1024x1024', 'auto'])('the large model takes %s', async (large) => {
  const { post } = await startSandbox();
  const body = { ...asked, model: 'gpt-image-2', size: large };
  expect((await post('/v1/images/generations', body)).status).toBe(200);
});
