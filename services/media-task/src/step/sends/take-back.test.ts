/** A server that hung carries out what it was asked before, after it was asked again and has answered that. */
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VendorAnswer } from '../../call/send.ts';
import { handle } from '../../routes/index.ts';
import { claimTasks } from '../../sql/moves/claim-tasks.ts';
import { findByRequest } from '../../sql/tasks/find-task.ts';
import { breakingLate } from '../../testing/breaking-late.ts';
import { createTestApi, requestOf, testChannel } from '../../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { sendHeld } from './send-held.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

function say(body: object, status = 200): VendorAnswer {
  return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) };
}

const busy = say({ error: { message: 'too busy' } }, 429);
const isTakenBack = (sql: string, [state]: readonly unknown[]): boolean =>
  sql.startsWith('update task set state') && state === 'held';

test('a task that one way refused is not taken back from the next one', async () => {
  const { id } = await media.deferred({ keys: ['busy', 'free'] });
  const { knex, carryOut } = breakingLate(media.context.knex, isTakenBack);
  const lease = { owner: media.context.owner, ms: 60_000 };
  const [task] = await claimTasks(media.context, lease, { limit: 1, perChannel: 100, errand: 'send' });
  if (task?.id !== id) throw new Error('it is not to be sent');
  const sendImages: typeof media.context.sendImages = async ({ headers }) => {
    if (headers.authorization === 'Bearer busy') return busy;
    await carryOut();
    return say({ data: [{ url: 'https://vendor.test/1.png' }] });
  };
  await sendHeld({ ...media.context, knex, sendImages }, task);
  expect(await media.read(id)).toMatchObject({ state: 'succeeded', attempts: 2 });
});

test('nor is one whose client waits', async () => {
  const baseUrls = ['http://busy.test/v1', 'http://free.test/v1'];
  const channels = baseUrls.map((baseUrl, index) =>
    testChannel({ id: BigInt(index + 1), baseUrl, priority: 2 - index }),
  );
  const { knex, carryOut } = breakingLate(
    media.context.knex,
    (sql, bindings) => isTakenBack(sql, bindings) && media.vendor.asked.length > 0,
  );
  const api = createTestApi(media, channels);
  const send: typeof api.send = async (request) => {
    media.vendor.asked.push(request);
    if (request.url.startsWith('http://busy.test')) return busy;
    await carryOut();
    return say({ id: 'video_2', status: 'queued' });
  };
  const request = requestOf({
    operation: Operation.CREATE_VIDEO,
    body: { model: 'sora-2', prompt: 'a mill' },
  });
  expect(await handle({ ...api, knex, send }, request)).toMatchObject({ status: 200 });
  const found = await findByRequest(media.context.knex, request.requestId);
  expect(found?.task).toMatchObject({ state: 'queued', upstreamId: 'video_2', attempts: 2 });
});
