/** A channel with many keys leaves a way to those that come after it. */
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SendError } from '../../call/send.ts';
import { handle } from '../../routes/index.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test.each([1, 3, 4, 10])(
  'a vendor that is down, with %i keys, leaves the task to the next channel',
  async (count) => {
    const keys = Array.from({ length: count }, (_, index) => `key-${index}`);
    const channels = [
      testChannel({ id: 3n, priority: 10, keys, baseUrl: 'http://down.test/v1' }),
      testChannel({ id: 4n, priority: 0, baseUrl: 'http://up.test/v1' }),
    ];
    media.vendor.asked = [];
    media.vendor.answer = ({ url }) =>
      url.startsWith('http://up.test')
        ? { body: Buffer.from('{"id":"video_1","status":"queued"}') }
        : new SendError('nobody there', false);
    const body = { model: 'sora-2', prompt: 'a mill' };
    const request = requestOf({ operation: Operation.CREATE_VIDEO, body });
    expect(await handle(createTestApi(media, channels), request)).toMatchObject({ status: 200 });
  },
);
