/** Images whose price covers their tokens, quoted by ledgers of this version and of the one before. */
import { Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexCatalog } from '../catalog/catalog.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const models = [{ name: 'painter', upstream: 'gpt-image-1', priceModel: 'painter' }];
const catalog = indexCatalog(
  1n,
  Catalog.fromPartial({
    models: [{ name: 'painter', media: { family: 'image' } }],
    channels: [{ ...testChannel({ models }), groups: ['default'] }],
  }),
);
const perImage = 1_000_000n;

test.each([
  ['says that images have a price', true],
  ['is of the version before and does not say it', undefined],
])('tokens of output are not held for where the ledger %s', async (_, metered) => {
  const held: bigint[] = [];
  const api = createTestApi(media);
  const context = {
    ...api,
    catalog: { current: () => catalog },
    ledger: {
      async quote(_model: string, _group: string, usage: { metered: unknown[]; outputVisible: bigint }) {
        const amount = BigInt(usage.metered.length) * perImage + usage.outputVisible;
        return { amount, priceVersion: 1n, nowMs: BigInt(Date.now()), metered };
      },
      async hold({ amount }: { amount: bigint }) {
        held.push(amount);
      },
    },
  };
  const body = { model: 'painter', prompt: 'a mill', size: '1024x1024', quality: 'low' };
  await handle(context, requestOf({ operation: Operation.CREATE_IMAGES, body }));
  expect(held).toEqual([perImage]);
});
