import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, requestOf } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { listVideos } from './list-videos.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

async function list(query: Record<string, string>): Promise<{ data: { id: string }[] }> {
  const request = { ...requestOf({ operation: Operation.LIST_VIDEOS }), query };
  const { body } = await listVideos(createTestApi(media), request);
  return JSON.parse(Buffer.from(body).toString());
}

test('an empty after is that of the first page', async () => {
  const { id } = await media.submitted();
  expect((await list({ after: '' })).data).toMatchObject([{ id }]);
  expect((await list({ after: id })).data).toEqual([]);
});
