/** Keys of group `auto` are served by whichever of their groups has a channel of Kling. */
import { Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexCatalog } from '../../catalog/catalog.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const models = [{ name: 'kling-v1', upstream: 'kling-v1', priceModel: 'kling-v1' }];
/** The cheap group has the model by another gateway, which does not speak Kling's own style; the other one by Kling. */
const channels = [
  { ...testChannel({ id: 3n, provider: 'gateway', models }), groups: ['cheap'] },
  { ...testChannel({ id: 4n, provider: 'kling', models }), groups: ['dear'] },
];

const request = (group: string) => ({
  ...requestOf({
    operation: Operation.KLING_CREATE,
    action: 'videos/text2video',
    body: { model_name: 'kling-v1', prompt: 'a mill' },
  }),
  caller: Caller.fromPartial({ userId: 7n, keyId: 1n, group }),
});

test.each(['dear', 'auto'])(
  'a key of group %s is served by the group that has a channel of Kling',
  async (group) => {
    media.vendor.answer = () => ({ body: Buffer.from('{"code":0,"data":{"task_id":"kling_1"}}') });
    const catalog = indexCatalog(
      1n,
      Catalog.fromPartial({
        models: [{ name: 'kling-v1', media: { family: 'kling' } }],
        channels,
        autoGroups: ['cheap', 'dear'],
      }),
    );
    const context = { ...createTestApi(media), catalog: { current: () => catalog } };
    expect(await handle(context, request(group))).toMatchObject({ status: 200 });
  },
);
