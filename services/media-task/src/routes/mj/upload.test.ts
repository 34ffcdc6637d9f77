import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SendError } from '../../call/send.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const models = [{ name: 'mj_upload', upstream: 'mj_upload', priceModel: 'mj_upload' }];
const proxy = testChannel({ provider: 'midjourney-proxy', models });
const body = { base64Array: ['data:image/png;base64,iVBORw0KGgo='] };

function upload() {
  const context = createTestApi(media, [proxy], { family: 'mj' });
  return handle(context, requestOf({ operation: Operation.MJ_UPLOAD, body }));
}

test.each([
  ['breaks off', () => new SendError('reset', true)],
  ['has no code', () => ({ body: Buffer.from('<html>') })],
  ['is an error of the proxy', () => ({ status: 503 })],
  ['names no address', () => ({ body: Buffer.from('{"code":1,"description":"ok","result":[]}') })],
])('an upload whose answer %s has failed, and its price is given back', async (_, answer) => {
  media.vendor.answer = answer;
  await expect(upload()).rejects.toMatchObject({ fault: { status: 503 } });
  const { rows } = await media.context.knex.raw(
    'select state, kind from task join outbox using (close_id) order by seq desc limit 1',
  );
  expect(rows).toEqual([{ state: 'failed', kind: 'release' }]);
});

test('an upload whose addresses came is answered with ours', async () => {
  const result = ['https://cdn.discord.test/1.png'];
  media.vendor.answer = () => ({ body: Buffer.from(JSON.stringify({ code: 1, description: 'ok', result })) });
  const answered = JSON.parse(Buffer.from((await upload()).body).toString());
  expect(answered).toMatchObject({ code: 1, result: [expect.stringContaining('/mj/image/')] });
});
