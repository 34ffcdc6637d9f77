/** Tasks of images, with keys of group `auto`: the first of their groups may have the model by vendors of videos alone. */
import { Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexCatalog } from '../catalog/catalog.ts';
import { acceptance } from '../testing/limits/vendors.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const models = [{ name: 'gem', upstream: 'GEM-3.1', priceModel: 'gem' }];
const channels = [
  { ...testChannel({ id: 3n, provider: 'gateway', models }), groups: ['cheap'] },
  { ...testChannel({ id: 4n, provider: 'tencent-vod', keys: ['a:b:1'], models }), groups: ['dear'] },
];

test.each(['dear', 'auto'])('a key of group %s has images from the group that makes them', async (group) => {
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify(acceptance)) });
  const catalog = indexCatalog(
    1n,
    Catalog.fromPartial({
      models: [{ name: 'gem', media: { imageTask: true, imageSizes: ['1K', '2K'] } }],
      channels,
      autoGroups: ['cheap', 'dear'],
    }),
  );
  const context = { ...createTestApi(media), catalog: { current: () => catalog } };
  const request = {
    ...requestOf({ operation: Operation.CREATE_VIDEO, body: { model: 'gem', prompt: 'a mill' } }),
    caller: Caller.fromPartial({ userId: 7n, keyId: 1n, group }),
  };
  expect(await handle(context, request)).toMatchObject({ status: 200 });
});
