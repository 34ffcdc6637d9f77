import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { findByRequest } from './find-task.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('a request makes one task, however often it comes', async () => {
  const { id, closeId } = await media.submitted();
  await expect(media.submitted({ closeId })).rejects.toThrow('the task is not new');
  expect(await findByRequest(media.context.knex, closeId)).toMatchObject({ task: { id } });
});

test('a key makes one task under one idempotency key', async () => {
  const idempotency = { key: 'order-66', requestHash: Buffer.from('what is asked') };
  await media.submitted({ idempotency });
  await expect(media.submitted({ idempotency })).rejects.toThrow('the task is not new');
  await media.submitted({ idempotency, keyId: 2n });
});
