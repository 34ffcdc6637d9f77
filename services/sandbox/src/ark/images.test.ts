import { describe, expect, test } from 'vitest';
import { measurePicture } from '../media/files/measure-picture.ts';
import { frameData, startSandbox } from '../testing/start-sandbox.ts';

const path = '/api/v3/images/generations';
const asked = { model: 'doubao-seedream-4-0-250828', prompt: 'A cat', size: '2560x1440' };
const tokens = (2_560 * 1_440) / 256;

async function open() {
  const { post, log } = await startSandbox();
  return {
    log,
    async create(body: Record<string, unknown> = {}) {
      const answer = await post(path, { ...asked, ...body });
      return { status: answer.status, text: await answer.text() };
    },
  };
}

describe('pictures', () => {
  test('lie at addresses, and count their pixels', async () => {
    const { create, log } = await open();
    const { model, data, usage } = JSON.parse((await create()).text);
    expect([model, usage]).toEqual([
      asked.model,
      { generated_images: 1, output_tokens: tokens, total_tokens: tokens },
    ]);
    expect(data).toMatchObject([{ size: '2560x1440' }]);
    const bytes = Buffer.from(await (await fetch(data[0].url)).arrayBuffer());
    expect(measurePicture(bytes)).toEqual({ format: 'jpeg', width: 2_560, height: 1_440 });
    expect(await log()).toMatchObject([{ dialect: 'ark-images', usage: { outputImageTokens: tokens } }]);
  });

  test('are several, and data, where that is asked for', async () => {
    const { create } = await open();
    const { text } = await create({
      ...{ size: '2K', response_format: 'b64_json', sequential_image_generation: 'auto' },
      ...{ sequential_image_generation_options: { max_images: 3 }, image: ['https://example.com/a.png'] },
    });
    const { data, usage } = JSON.parse(text);
    expect(usage.generated_images).toBe(3);
    expect(measurePicture(Buffer.from(data[2].b64_json, 'base64'))).toMatchObject({
      width: 2_048,
      height: 2_048,
    });
  });

  test('stream', async () => {
    const { create } = await open();
    const { text } = await create({
      ...{ stream: true, sequential_image_generation: 'auto' },
      sequential_image_generation_options: { max_images: 2 },
    });
    const data = frameData(text.replaceAll(/^event: .*\n/gm, ''));
    expect(data.at(-1)).toBe('[DONE]');
    const events = data.slice(0, -1).map((json) => JSON.parse(json));
    expect(events).toMatchObject([
      { type: 'image_generation.partial_succeeded', image_index: 0, size: '2560x1440' },
      { type: 'image_generation.partial_succeeded', image_index: 1 },
      { type: 'image_generation.completed', usage: { generated_images: 2, output_tokens: 2 * tokens } },
    ]);
  });
});

test.each([false, true])('pictures that fail are told one by one (stream: %s)', async (stream) => {
  const { create } = await open();
  const { text } = await create({
    ...{ prompt: '[[made=1]]', stream, sequential_image_generation: 'auto' },
    sequential_image_generation_options: { max_images: 2 },
  });
  expect(text.match(/OutputImageSensitiveContentDetected/g)).toHaveLength(1);
  expect(text).toContain('"generated_images":1');
});

test.each([
  [{ prompt: undefined }, 'MissingParameter'],
  [{ size: '3K' }, 'InvalidParameter'],
  [{ size: '512x512' }, 'InvalidParameter'],
  [{ image: 'asset://a' }, 'InvalidParameter'],
  [{ watermark: 'false' }, 'InvalidParameter'],
  [{ image: Array.from({ length: 15 }, () => 'https://example.com/a.png') }, 'InvalidParameter'],
  [{ sequential_image_generation_options: { max_images: 16 } }, 'InvalidParameter'],
  [{ prompt: '[[filtered]]' }, 'InputTextSensitiveContentDetected'],
  [{ model: 'fault-status-429' }, 'RateLimitExceeded.EndpointRPMExceeded'],
])('%j is refused', async (wrong, code) => {
  const { create } = await open();
  expect(JSON.parse((await create(wrong)).text).error.code).toBe(code);
});
