/** Which credentials a remix is made with: it is paid for, so that those alone are used which its channel offers. */
import { Channel } from '@headgate/proto/gen/headgate/account/v1/account';
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SendError } from '../../call/send.ts';
import { keepCredentials } from '../../catalog/keep-credentials.ts';
import { finishTask } from '../../sql/endings/finish-task.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { handle } from '../index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const say = (status: number, body: object) => ({ status, body: Buffer.from(JSON.stringify(body)) });
const made = say(200, { id: 'video_2', status: 'queued' });
const refused = say(401, { error: { message: 'No.', code: 'invalid_api_key' } });
const unknown = say(404, { error: { message: 'No such video.', type: 'invalid_request_error', code: null } });

/** Remixes a film of `the-key`, whose channel has these keys by now. The vendor answers each key so. */
async function remix(keys: string[], said: Record<string, ReturnType<typeof say> | Error>) {
  const { knex, owner } = media.context;
  const channel = testChannel({ keys });
  const api = createTestApi(media, [channel]);
  const { id, usage } = await media.submitted({ model: 'sora-2', priceModel: 'sora-2' });
  await finishTask(knex, id, owner, { state: 'succeeded', result: { media: [{ kind: 'video' }] }, usage });
  // Credentials of the channel that it had between.
  await media.submitted({ account: { key: 'withdrawn' } });
  const { models: _models, ...others } = channel;
  await keepCredentials(api, [Channel.fromPartial(others)]);
  const asked: string[] = [];
  media.vendor.answer = ({ headers }) => {
    const key = String(headers.authorization).slice('Bearer '.length);
    asked.push(key);
    return said[key] ?? refused;
  };
  const request = requestOf({ operation: Operation.REMIX_VIDEO, taskId: id, body: { prompt: 'winter' } });
  const answer = await handle(api, request).catch((error: unknown) => error);
  return { answer, asked };
}

test('a remix is made with the key that made its source', async () => {
  const { answer, asked } = await remix(['another', 'the-key'], { 'the-key': made });
  expect(answer).toMatchObject({ status: 200 });
  expect(asked).toEqual(['the-key']);
});

test('with the other ones of its channel where that is refused', async () => {
  const { answer, asked } = await remix(['the-key', 'new'], { new: made });
  expect(answer).toMatchObject({ status: 200 });
  expect(asked).toEqual(['the-key', 'new']);
});

test('with no key that its channel has no more, be it that of its source', async () => {
  const { answer, asked } = await remix(['new'], { 'the-key': made, withdrawn: made, new: made });
  expect(answer).toMatchObject({ status: 200 });
  expect(asked).toEqual(['new']);
});

test.each([
  ['that it does not know the source', unknown],
  ['that it has too much to do', say(429, { error: { message: 'No.' } })],
  ['nothing', new SendError('nobody there', false)],
])('another key that says %s leaves it to the next one: it may be of another account', async (_, other) => {
  const { answer, asked } = await remix(['the-key', 'other', 'new'], { other, new: made });
  expect(answer).toMatchObject({ status: 200 });
  expect(asked).toEqual(['the-key', 'other', 'new']);
});

test('three keys are tried at the most, and a film that none has is no longer kept', async () => {
  const { answer, asked } = await remix(['the-key', 'one', 'two', 'three'], { one: unknown, three: made });
  expect(answer).toMatchObject({
    fault: { status: 400, message: 'The video to go on from is no longer kept.' },
  });
  expect(asked).toEqual(['the-key', 'one', 'two']);
});

test('a remix whose outcome is not known is sent with no other key', async () => {
  const { answer, asked } = await remix(['the-key', 'one', 'two'], { one: say(500, {}), two: made });
  expect(answer).toMatchObject({ status: 200 });
  expect(asked).toEqual(['the-key', 'one']);
});

test('goes to no other account for any other reason than its key', async () => {
  const busy = say(429, { error: { message: 'No.' } });
  const { answer, asked } = await remix(['the-key', 'new'], { 'the-key': busy, new: made });
  expect(answer).toMatchObject({ fault: { status: 429 } });
  expect(asked).toEqual(['the-key']);
});
