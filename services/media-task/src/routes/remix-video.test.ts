import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiContext } from '../context.ts';
import { type Ending, finishTask } from '../sql/finish-task.ts';
import type { Task } from '../task/task.ts';
import { createTestApi, requestOf, testChannel } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { handle } from './index.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  media.vendor.answer = () => ({ body: Buffer.from('{"id":"video_1","status":"queued"}') });
});
afterAll(() => media.stop());

async function make(api: ApiContext, operation: Operation, body: object, taskId = ''): Promise<Task> {
  const { body: said } = await handle(api, requestOf({ operation, taskId, body }));
  return media.read(JSON.parse(Buffer.from(said).toString()).id);
}

test('a remix has as much time as the family of its source', async () => {
  const api = createTestApi(media, [testChannel()]);
  const patient = { ...api, config: { ...api.config, taskTimeouts: new Map([['V1', 172_800_000]]) } };
  const source = await make(patient, Operation.CREATE_VIDEO, { model: 'sora-2', prompt: 'a mill' });
  const { usage } = source;
  const ending: Ending = { state: 'succeeded', result: { media: [{ kind: 'video' }] }, usage };
  await finishTask(media.context.knex, source.id, media.context.owner, ending);
  const remix = await make(patient, Operation.REMIX_VIDEO, { prompt: 'in winter' }, source.id);
  expect(remix.deadlineAt - remix.createdAt).toBe(172_800_000);
});
