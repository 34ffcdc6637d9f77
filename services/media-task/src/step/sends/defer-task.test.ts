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

const imageModels = [{ name: 'gpt-image-1', upstream: 'gpt-image-1', priceModel: 'gpt-image-1' }];

function create(headers: { name: string; value: string }[] = []) {
  const body = { model: 'gpt-image-1', prompt: 'a mill' };
  return requestOf({ operation: Operation.CREATE_IMAGES, body, headers });
}

test('a client of a task that a worker may send is not told to ask again', async () => {
  const api = createTestApi(media, [testChannel({ models: imageModels })], { family: '' });
  const request = create();
  const knex = breakingAfter(media.context.knex, 'ways = ');
  await expect(handle({ ...api, knex }, request)).rejects.toMatchObject({
    fault: { status: 503, permanent: true },
  });
  const found = await findByRequest(media.context.knex, request.requestId);
  expect(found?.task).toMatchObject({ state: 'held', ways: [{ upstreamModel: 'gpt-image-1' }] });
});

test('under its idempotency key it may ask again, and is told of the one task', async () => {
  const api = createTestApi(media, [testChannel({ models: imageModels })], { family: '' });
  const headers = [{ name: 'idempotency-key', value: 'a-mill' }];
  const request = create(headers);
  const knex = breakingAfter(media.context.knex, 'ways = ');
  await expect(handle({ ...api, knex }, request)).rejects.toMatchObject({
    fault: { status: 503, permanent: false },
  });
  const told = JSON.parse(Buffer.from((await handle(api, create(headers))).body).toString());
  expect(told.id).toBe((await findByRequest(media.context.knex, request.requestId))?.task.id);
});
