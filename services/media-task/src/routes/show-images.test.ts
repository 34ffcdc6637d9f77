import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { finishTask } from '../sql/endings/finish-task.ts';
import { drawKey } from '../store/keys.ts';
import type { Store } from '../store/store.ts';
import { createTestApi, requestOf } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('a task whose images are wanted as bytes may be asked for again while the store is away', async () => {
  const { id, usage } = await media.deferred();
  const { knex, owner } = media.context;
  await knex.raw(
    `update task set wish = jsonb_set(wish, '{options,response_format}', '"b64_json"') where id = ?`,
    [id],
  );
  const result = { media: [{ kind: 'image' as const, key: drawKey('r', 'image/png') }] };
  await knex('task').where({ id }).update({ state: 'submitting' });
  await finishTask(knex, id, owner, { state: 'succeeded', result, usage });
  const store: Store = { ...media.context.store, find: () => Promise.reject(new Error('it is away')) };
  const asked = handle(
    { ...createTestApi(media), store },
    requestOf({ operation: Operation.GET_IMAGES, taskId: id }),
  );
  await expect(asked).rejects.toMatchObject({ fault: { status: 503, code: 'service_unavailable' } });
});
