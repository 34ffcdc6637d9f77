import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handle } from '../../routes/index.ts';
import { findByRequest } from '../../sql/tasks/find-task.ts';
import { breakingAfter } from '../../testing/breaking-after.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('a client of a task that a worker may send is not told to ask again', async () => {
  const models = [{ name: 'gpt-image-1', upstream: 'gpt-image-1', priceModel: 'gpt-image-1' }];
  const api = createTestApi(media, [testChannel({ models })], { family: '' });
  const request = requestOf({
    operation: Operation.CREATE_IMAGES,
    body: { model: 'gpt-image-1', prompt: 'a mill' },
  });
  const knex = breakingAfter(media.context.knex, 'ways = ');
  await expect(handle({ ...api, knex }, request)).rejects.toMatchObject({
    fault: { status: 503, permanent: true },
  });
  const found = await findByRequest(media.context.knex, request.requestId);
  expect(found?.task).toMatchObject({ state: 'held', ways: [{ upstreamModel: 'gpt-image-1' }] });
});
