import { ListTasksRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerListTasks } from '../../routes/list-records.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { finishTask } from '../endings/finish-task.ts';

let media: TestMedia;
const ids: string[] = [];
beforeAll(async () => {
  media = await createTestMedia();
  for (const surface of ['video', 'mj', 'kling'] as const)
    ids.push((await media.submitted({ surface, action: 'any' })).id);
  const failure = { code: 'task_timeout', message: 'The task took too long.' } as const;
  await finishTask(media.context.knex, ids[2] ?? '', media.context.owner, { state: 'failed', failure });
});
afterAll(() => media.stop());

const list = (partial: Partial<ListTasksRequest> = {}) =>
  answerListTasks(media.context, ListTasksRequest.fromPartial({ limit: 10, ...partial }));
const idsOf = async (partial: Partial<ListTasksRequest>) =>
  (await list(partial)).tasks.map(({ id }) => ids.indexOf(id));

test('has the newest first, in pages', async () => {
  expect(await idsOf({})).toEqual([2, 1, 0]);
  const page = await list({ limit: 2 });
  expect(page).toMatchObject({ total: 3n, totalExact: true, hasMore: true });
  expect(await idsOf({ limit: 2, beforeSeq: page.tasks[1]?.seq ?? 0n })).toEqual([0]);
  expect(await idsOf({ limit: 2, offset: 2 })).toEqual([0]);
});

test('has those that fit every member', async () => {
  const [first] = (await list()).tasks;
  expect(await idsOf({ surfaces: ['mj', 'kling'] })).toEqual([2, 1]);
  expect(await idsOf({ status: 'failed' })).toEqual([2]);
  expect(await idsOf({ status: 'queued', surfaces: ['video'] })).toEqual([0]);
  expect(await idsOf({ status: 'succeeded' })).toEqual([]);
  expect(await idsOf({ taskId: ids[1] ?? '' })).toEqual([1]);
  expect(await idsOf({ userIds: [first?.userId ?? 0n] })).toEqual([2, 1, 0]);
  expect(await idsOf({ userIds: [987_654n] })).toEqual([]);
  expect(await idsOf({ model: 'no-such' })).toEqual([]);
  expect(await idsOf({ group: first?.group ?? '' })).toEqual([2, 1, 0]);
  expect(await idsOf({ group: 'no-such' })).toEqual([]);
  expect(await idsOf({ channelId: first?.channelId ?? 0n })).toEqual([2, 1, 0]);
  expect(await idsOf({ channelId: 987_654n })).toEqual([]);
  const now = BigInt(Date.now());
  expect(await idsOf({ untilMs: now - 3_600_000n })).toEqual([]);
  expect(await idsOf({ fromMs: now - 3_600_000n, untilMs: now + 60_000n })).toEqual([2, 1, 0]);
  expect(first).toMatchObject({ status: 'failed', failCode: 'task_timeout', surface: 'kling' });
});

test('leaves out what users deleted, and shows it to who sees everything', async () => {
  const [first] = (await list()).tasks;
  const userIds = [first?.userId ?? 0n];
  await media.context.knex.raw('update task set deleted_at = now() where id = ?', [ids[0] ?? '']);
  expect(await idsOf({ userIds })).toEqual([2, 1]);
  expect(await idsOf({})).toEqual([2, 1, 0]);
});
