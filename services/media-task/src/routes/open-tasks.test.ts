/** How many open tasks a user may have, however many are asked for in the same moment. */
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { FaultError } from '@headgate/runtime/errors';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());
beforeEach(() => {
  media.vendor.asked = [];
  media.vendor.answer = () => ({ body: Buffer.from('{"id":"video_1","status":"queued"}') });
});

const body = { model: 'sora-2', prompt: 'a mill' };

/** The status of each of twenty creates at once, where three may be open. */
async function createTwenty(userId: bigint, headers: { name: string; value: string }[] = []) {
  const api = createTestApi(media, [testChannel()]);
  const context = { ...api, config: { ...api.config, openTasks: 3 } };
  const creates = Array.from({ length: 20 }, async () => {
    const request = requestOf({ operation: Operation.CREATE_VIDEO, userId, headers, body });
    try {
      return (await handle(context, request)).status;
    } catch (error) {
      if (error instanceof FaultError) return error.fault.status;
      throw error;
    }
  });
  return Promise.all(creates);
}

test('of twenty at once as many are taken as may be open, and nothing is sent for the others', async () => {
  const statuses = await createTwenty(71n);
  expect(statuses.toSorted()).toEqual([...Array(3).fill(200), ...Array(17).fill(429)]);
  expect(media.vendor.asked).toHaveLength(3);
});

test('those under one idempotency key are one', async () => {
  const statuses = await createTwenty(72n, [{ name: 'idempotency-key', value: 'one' }]);
  expect(statuses).toEqual(Array(20).fill(200));
  expect(media.vendor.asked).toHaveLength(1);
});
