import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepAccount } from '../../sql/accounts.ts';
import { finishTask } from '../../sql/finish-task.ts';
import { createTestApi, requestOf } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia, testAccount, testMasterKey } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('a seed is asked for with a key that its channel has got since', async () => {
  const { knex, owner } = media.context;
  const account = { ...testAccount, provider: 'midjourney-proxy', baseUrl: 'http://proxy.test', key: 'old' };
  const { id, channelId, usage } = await media.submitted({ surface: 'mj', action: 'IMAGINE', account });
  await finishTask(knex, id, owner, { state: 'succeeded', result: { media: [] }, usage });
  await keepAccount(knex, testMasterKey, channelId ?? 0n, { ...account, key: 'new' });
  media.vendor.answer = ({ headers }) =>
    headers['mj-api-secret'] === 'new'
      ? { body: Buffer.from('{"code":1,"description":"Success","result":"1234"}') }
      : { status: 401, body: Buffer.from('{"code":401}') };
  const request = requestOf({ operation: Operation.MJ_SEED, taskId: id });
  const { body } = await handle(createTestApi(media), request);
  expect(JSON.parse(Buffer.from(body).toString())).toMatchObject({ code: 1, result: '1234' });
});
