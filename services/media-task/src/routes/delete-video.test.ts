import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishTask } from '../sql/finish-task.ts';
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

test('a vendor whose key was renewed since forgets what is deleted', async () => {
  const account = { provider: 'minimax-v2', baseUrl: 'https://vendor.test/v2' };
  const task = await media.submitted({ account });
  await media.submitted({ account: { ...account, key: 'renewed' } });
  const result = { media: [{ kind: 'video' as const, url: 'https://files.test/film.mp4' }] };
  const ending = { state: 'succeeded', result, usage: task.usage } as const;
  await finishTask(media.context.knex, task.id, media.context.owner, ending);
  media.vendor.answer = ({ headers }) => ({ status: headers.authorization === 'Bearer renewed' ? 200 : 401 });
  await handle(createTestApi(media), requestOf({ operation: Operation.DELETE_VIDEO, taskId: task.id }));
  await expect
    .poll(() => media.vendor.asked.map(({ method, headers }) => [method, headers.authorization]))
    .toEqual([
      ['DELETE', 'Bearer the-key'],
      ['DELETE', 'Bearer renewed'],
    ]);
});
