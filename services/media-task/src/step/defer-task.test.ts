import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import type { Knex } from 'knex';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handle } from '../routes/index.ts';
import { findByRequest } from '../sql/find-task.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

/** A database whose connection breaks after it has done what a statement says, and before it says so. */
function breakingAfter(knex: Knex, part: string): Knex {
  return new Proxy(knex, {
    get(target, name) {
      if (name !== 'raw') return Reflect.get(target, name);
      return async (sql: string, bindings: never) => {
        const done = await target.raw(sql, bindings);
        if (sql.includes(part)) throw new Error('Connection terminated unexpectedly');
        return done;
      };
    },
  });
}

test('a client of a task that a worker may send is not told to ask again', async () => {
  const models = [{ name: 'gpt-image-1', upstream: 'gpt-image-1', priceModel: 'gpt-image-1' }];
  const api = createTestApi(media, [testChannel({ models })], { family: '' });
  const request = requestOf({
    operation: Operation.CREATE_IMAGES,
    body: { model: 'gpt-image-1', prompt: 'a mill' },
  });
  const knex = breakingAfter(media.context.knex, 'ways = ');
  await expect(handle({ ...api, knex }, request)).rejects.toMatchObject({
    fault: { status: 503, permanent: true },
  });
  const found = await findByRequest(media.context.knex, request.requestId);
  expect(found?.task).toMatchObject({ state: 'held', ways: [{ upstreamModel: 'gpt-image-1' }] });
});
