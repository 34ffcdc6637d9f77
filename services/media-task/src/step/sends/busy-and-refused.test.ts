/** What a client hears where the keys of a model are refused for different reasons. */
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VendorAnswer } from '../../call/send.ts';
import { handle } from '../../routes/index.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

/** What a client hears of a channel whose keys are answered so, in turn. */
async function hear(...answers: Partial<VendorAnswer>[]): Promise<unknown> {
  const keys = answers.map((_, index) => `key-${index}`);
  media.vendor.answer = ({ headers }) =>
    answers[keys.indexOf(String(headers.authorization).slice('Bearer '.length))] ?? {};
  const body = { model: 'sora-2', prompt: 'a mill' };
  const request = requestOf({ operation: Operation.CREATE_VIDEO, body });
  return handle(createTestApi(media, [testChannel({ keys })]), request).catch((error: unknown) => error);
}

const body = Buffer.from('{"error":{"message":"No."}}');
const busy = { status: 429, headers: { 'retry-after': '7' }, body };
const revoked = { status: 401, body };
const invalid = { status: 400, body };

test('a vendor that has too much to do is one to come back to, also beside a key that was revoked', async () => {
  const comeAgain = { fault: { status: 429, retryAfterMs: 7_000 } };
  expect(await hear(revoked, busy)).toMatchObject(comeAgain);
  expect(await hear(busy, revoked)).toMatchObject(comeAgain);
});

test('what is wrong with the request itself is told before anything else', async () => {
  expect(await hear(busy, invalid)).toMatchObject({ fault: { status: 400, code: 'invalid_request' } });
});

test('keys that are all revoked are nothing to come back to', async () => {
  expect(await hear(revoked, revoked)).toMatchObject({ fault: { status: 503, code: 'model_not_found' } });
});
