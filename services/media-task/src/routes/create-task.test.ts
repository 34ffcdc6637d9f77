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

test.each([
  ['/v1/videos', Operation.CREATE_VIDEO, 'queued'],
  ['/v1/video/generations', Operation.CREATE_UNIFIED, 'in_progress'],
] as const)('%s answers a vendor that begins at once in its own word', async (_path, operation, status) => {
  media.vendor.answer = () => ({ body: Buffer.from('{"id":"v1_1","status":"in_progress"}') });
  const models = [{ name: 'omni', upstream: 'gemini-omni-1.2-flash', priceModel: 'omni' }];
  const api = createTestApi(media, [testChannel({ provider: 'gemini', models })], { family: 'V4' });
  const { body } = await handle(api, requestOf({ operation, body: { model: 'omni', prompt: 'a mill' } }));
  expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ object: 'video', status, progress: 0 });
});
