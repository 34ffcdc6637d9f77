import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, requestOf } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { fillWindow } from './fill-window.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('a window that could not be sent stays open', async () => {
  const { knex } = media.context;
  const context = createTestApi(media);
  const { id } = await media.submitted({ surface: 'mj', action: 'INPAINT' });
  await knex.raw(`update task set upstream_state = '{"window": "open"}' where id = ?`, [id]);
  const masterKey = { current: Buffer.alloc(32, 9), others: [] };
  const fill = (config = context.config) =>
    fillWindow({ ...context, config }, requestOf({ body: { taskId: id, prompt: 'a red door' } }));
  await expect(fill({ ...context.config, masterKey })).rejects.toMatchObject({
    fault: { code: 'task_channel_disable' },
  });
  media.vendor.answer = () => ({ body: Buffer.from('{"code":1,"description":"ok","result":"1"}') });
  expect(await fill()).toMatchObject({ status: 200 });
  expect(media.vendor.asked).toHaveLength(1);
});
