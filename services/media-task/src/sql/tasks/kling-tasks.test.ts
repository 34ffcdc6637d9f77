import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Failure } from '../../task/failure.ts';
import type { Task } from '../../task/task.ts';
import { createTestMedia, type TestMedia, testUser } from '../../testing/test-media.ts';
import { finishTask } from '../endings/finish-task.ts';
import { findKlingTask } from './kling-tasks.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterEach(async () => {
  await media.context.knex.raw('delete from task');
});
afterAll(() => media.stop());

const action = 'videos/text2video';
const externalId = 'order-1';

/** A task whose create was sent, with what the vendor calls it where that is known. */
async function sent(isKnown = true): Promise<Task> {
  const task = await media.submitted({ surface: 'kling', action, externalId });
  if (isKnown) return task;
  await media.context.knex.raw(`update task set state = 'submitting', upstream_id = null where id = ?`, [
    task.id,
  ]);
  return media.read(task.id);
}

async function fail({ id }: Task, code: Failure['code'], isRefused?: true): Promise<void> {
  const { knex, owner } = media.context;
  await knex.raw('update task set lease_owner = ? where id = ?', [owner, id]);
  const failure = { code, message: 'No.' };
  await finishTask(knex, id, owner, { state: 'failed', failure, ...(isRefused && { isRefused }) });
}

const find = (id: string) => findKlingTask(media.context.knex, { userId: testUser, action }, id);

test('a task whose submission is not known is found by what its client calls it, before its end and after', async () => {
  const task = await sent(false);
  expect(await find(externalId)).toMatchObject({ id: task.id, state: 'submitting' });
  await fail(task, 'submission_unknown');
  expect(await find(externalId)).toMatchObject({ id: task.id, failure: { code: 'submission_unknown' } });
});

test('a name that is used again after that is the newer task’s', async () => {
  await fail(await sent(false), 'submission_unknown');
  const newer = await sent();
  expect(await find(externalId)).toMatchObject({ id: newer.id });
});

test('a task that was refused has no name', async () => {
  await fail(await sent(false), 'invalid_parameter', true);
  expect(await find(externalId)).toBeUndefined();
});
