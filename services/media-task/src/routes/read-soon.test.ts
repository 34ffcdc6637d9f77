import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ApiContext } from '../context.ts';
import { createTestApi, requestOf } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** A server that hangs: from the first statement like this on it says nothing. */
function hangingAt(like: RegExp): ApiContext {
  const api = createTestApi(media);
  const raw = (sql: string, bindings: never) =>
    like.test(sql) ? new Promise(() => undefined) : media.context.knex.raw(sql, bindings);
  return {
    ...api,
    knex: new Proxy(api.knex, { get: (of, name) => (name === 'raw' ? raw : Reflect.get(of, name)) }),
  };
}

test.each([
  ['a video', { operation: Operation.GET_VIDEO }],
  ['a video of the unified style', { operation: Operation.GET_UNIFIED }],
  ['videos', { operation: Operation.LIST_VIDEOS }],
  ['images', { operation: Operation.GET_IMAGES }],
  ['a record', { operation: Operation.MJ_FETCH }],
  ['records', { operation: Operation.MJ_LIST, body: { ids: ['1'] } }],
  ['a task of Kling', { operation: Operation.KLING_GET, action: 'videos/text2video' }],
  ['tasks of Kling', { operation: Operation.KLING_LIST, action: 'videos/text2video' }],
])(
  'a client that asks how things stand is answered in time while the database hangs: %s',
  async (_, asked) => {
    const answer = handle(hangingAt(/^select/), requestOf({ taskId: 'task_1', ...asked }));
    const refused = expect(answer).rejects.toMatchObject({
      fault: { code: 'service_unavailable', status: 503, permanent: false, notStarted: false },
    });
    await vi.advanceTimersByTimeAsync(8_000);
    await refused;
  },
);

test('one whose task is there is shown it, whether or not the next look can be brought forward', async () => {
  const { id } = await media.submitted();
  await media.context.knex.raw(`update task set due_at = now() + interval '1 min' where id = ?`, [id]);
  const answered = vi.fn();
  const request = requestOf({ operation: Operation.GET_VIDEO, taskId: id });
  void handle(hangingAt(/^update/), request).then(answered);
  await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(expect.objectContaining({ status: 200 })), {
    timeout: 30_000,
  });
});
