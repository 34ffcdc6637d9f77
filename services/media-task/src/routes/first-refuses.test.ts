/** The first channel of a model may not render what is asked for, and take files in another form than the one that does. */
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const name = 'sora-2-pro';
/** Tencent's Sora renders 720P alone; OpenAI's pro renders 1024x1792, and takes images as bytes. */
const channels = [
  testChannel({
    id: 3n,
    provider: 'tencent-vod',
    keys: ['AKID:secret:1'],
    priority: 10,
    models: [{ name, upstream: 'OS-2.0', priceModel: name }],
  }),
  testChannel({ id: 4n, priority: 0, models: [{ name, upstream: name, priceModel: name }] }),
];

test.each([
  ['text alone', {}],
  ['an image at an address', { input_reference: 'https://files.test/mill.png' }],
])('what the first channel does not render is rendered by the second: %s', async (_what, more) => {
  media.vendor.answer = () => ({ body: Buffer.from('{"id":"video_1","status":"queued"}') });
  const file = { bytes: Buffer.from('89504e470d0a1a0a', 'hex'), type: 'image/png' };
  const bring = async () => file;
  const references = {
    open: () => ({ bring, publish: () => Promise.reject(new Error('published')), release() {} }),
  };
  const context = { ...createTestApi(media, channels), references };
  const body = { model: name, prompt: 'a mill', seconds: '8', size: '1024x1792', ...more };
  expect(await handle(context, requestOf({ operation: Operation.CREATE_VIDEO, body }))).toMatchObject({
    status: 200,
  });
});
