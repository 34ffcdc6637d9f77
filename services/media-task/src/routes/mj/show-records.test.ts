import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, requestOf } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('what is no id is the id of nothing', async () => {
  const ids = [{ toString: 1 }, null, true, [], 7, 'nobody'];
  const request = requestOf({ operation: Operation.MJ_LIST, body: { ids } });
  const { status, body } = await handle(createTestApi(media), request);
  expect([status, JSON.parse(Buffer.from(body).toString())]).toEqual([200, []]);
});
