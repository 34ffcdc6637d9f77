import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeUp } from '../step/take-up.ts';
import { testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { keepCredentials } from './keep-credentials.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

function channelOf(id: bigint, key: string): Channel {
  const { models: _models, ...others } = testChannel({ id, keys: [key] });
  return Channel.fromPartial(others);
}

test('a task is asked for with a key that its channel has got since', async () => {
  const { id } = await media.submitted({ account: { key: 'old' } });
  media.vendor.answer = ({ headers }) =>
    headers.authorization === 'Bearer new'
      ? { body: Buffer.from('{"id":"x","status":"in_progress"}') }
      : { status: 401, body: Buffer.from('{"error":{"message":"no such key"}}') };
  await keepCredentials(media.context, [channelOf(3n, 'new')]);
  await takeUp(media.context, await media.claim(id));
  expect(await media.read(id)).toMatchObject({ state: 'running', trouble: null });
});

test('credentials of a channel that no task was submitted over are not kept', async () => {
  await keepCredentials(media.context, [channelOf(4n, 'another')]);
  const { rows } = await media.context.knex.raw('select from account where channel_id = 4');
  expect(rows).toEqual([]);
});
