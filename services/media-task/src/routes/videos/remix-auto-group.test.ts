/** Keys of group `auto` go on from a video by whichever of their groups has the channel that made it. */
import { Catalog } from '@headgate/proto/gen/headgate/account/v1/account';
import { type HandleResponse, Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { indexCatalog } from '../../catalog/catalog.ts';
import { finishTask } from '../../sql/endings/finish-task.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

/** Remixes a video that channel 3 made, with a key of a group; channel 5 is in the first one that `auto` stands for. */
async function remix(group: string, dear: Parameters<typeof testChannel>[0]): Promise<HandleResponse> {
  const { knex, owner } = media.context;
  const origin = await media.submitted({ model: 'sora-2', priceModel: 'sora-2' });
  const result = { media: [{ kind: 'video' as const }] };
  await finishTask(knex, origin.id, owner, { state: 'succeeded', result, usage: origin.usage });
  media.vendor.answer = () => ({ body: Buffer.from('{"id":"video_2","status":"queued"}') });
  const catalog = indexCatalog(
    1n,
    Catalog.fromPartial({
      models: [{ name: 'sora-2', media: { family: 'V1' } }],
      channels: [
        { ...testChannel({ id: 5n }), groups: ['cheap'] },
        { ...testChannel(dear), groups: ['dear'] },
      ],
      autoGroups: ['cheap', 'dear'],
    }),
  );
  const context = { ...createTestApi(media), catalog: { current: () => catalog } };
  const body = { prompt: 'a mill at night' };
  const request = {
    ...requestOf({ operation: Operation.REMIX_VIDEO, taskId: origin.id, body }),
    caller: Caller.fromPartial({ userId: 7n, keyId: 1n, group }),
  };
  return handle(context, request);
}

test.each(['dear', 'auto'])(
  'a key of group %s remixes a video whose channel one of its groups has',
  async (group) => {
    expect(await remix(group, { id: 3n })).toMatchObject({ status: 200 });
  },
);

test.each(['dear', 'auto'])('a key of group %s hears that the channel of a video is gone', async (group) => {
  await expect(remix(group, { id: 6n })).rejects.toMatchObject({ fault: { code: 'task_channel_disable' } });
});
