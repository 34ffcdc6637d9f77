import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SendError } from '../../call/send.ts';
import { finishTask } from '../../sql/endings/finish-task.ts';
import { createTestApi, requestOf } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

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

describe('a vendor whose key was renewed since', () => {
  /** Deletes a film, where the vendor answers each key so; and the keys that it was asked with. */
  async function remove(said: Record<string, number | Error>): Promise<() => string[]> {
    const account = { provider: 'minimax-v2', baseUrl: 'https://vendor.test/v2' };
    const task = await media.submitted({ account });
    for (const key of Object.keys(said).reverse()) await media.submitted({ account: { ...account, key } });
    const result = { media: [{ kind: 'video' as const, url: 'https://files.test/film.mp4' }] };
    const ending = { state: 'succeeded', result, usage: task.usage } as const;
    await finishTask(media.context.knex, task.id, media.context.owner, ending);
    media.vendor.asked = [];
    media.vendor.answer = ({ headers }) => {
      const status = said[String(headers.authorization).slice('Bearer '.length)] ?? 401;
      return status instanceof Error ? status : { status };
    };
    await handle(createTestApi(media), requestOf({ operation: Operation.DELETE_VIDEO, taskId: task.id }));
    return () => media.vendor.asked.map(({ method, headers }) => `${method} ${headers.authorization}`);
  }

  test('forgets what is deleted', async () => {
    const asked = await remove({ renewed: 200 });
    await expect.poll(asked).toEqual(['DELETE Bearer the-key', 'DELETE Bearer renewed']);
  });

  test.each([404, 429, 500, new SendError('nobody there', false)])(
    'is asked with the next one where another says %s: it may be of another account',
    async (said) => {
      const asked = await remove({ another: said, renewed: 200 });
      const keys = ['the-key', 'another', 'renewed'];
      await expect.poll(asked).toEqual(keys.map((key) => `DELETE Bearer ${key}`));
    },
  );
});
