import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, requestOf } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('a video that is still being made stays, and official SDKs do not ask three times', async () => {
  const { id } = await media.submitted();
  const deleting = handle(createTestApi(media), requestOf({ operation: Operation.DELETE_VIDEO, taskId: id }));
  await expect(deleting).rejects.toMatchObject({ fault: { status: 409, permanent: true } });
  expect(await media.read(id)).toMatchObject({ state: 'queued' });
});
