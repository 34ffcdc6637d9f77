import { Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexCatalog } from '../../catalog/catalog.ts';
import { finishTask } from '../../sql/endings/finish-task.ts';
import { createTestApi, requestOf } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('whoever goes on from images hears that the channel that made them is gone', async () => {
  const { knex, owner } = media.context;
  const origin = await media.submitted({ surface: 'mj', action: 'IMAGINE', model: 'mj_imagine' });
  const result = { media: [{ kind: 'image' as const, url: 'https://cdn.test/1.png' }] };
  await finishTask(knex, origin.id, owner, { state: 'succeeded', result, usage: origin.usage });
  const another = {
    id: origin.channelId + 1n,
    provider: 'midjourney-proxy',
    baseUrl: 'http://proxy.test',
    keys: ['the-key'],
    groups: ['default'],
    models: [{ name: 'mj_upscale', upstream: 'mj_upscale', priceModel: 'mj_upscale' }],
    weight: 1,
  };
  const models = [{ name: 'mj_upscale', media: { family: 'mj' } }];
  const catalog = indexCatalog(1n, Catalog.fromPartial({ models, channels: [another] }));
  const context = { ...createTestApi(media), catalog: { current: () => catalog } };
  const body = { taskId: origin.id, action: 'UPSCALE', index: 1 };
  await expect(handle(context, requestOf({ operation: Operation.MJ_CHANGE, body }))).rejects.toMatchObject({
    fault: { code: 'task_channel_disable' },
  });
});
