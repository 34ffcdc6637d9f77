import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Task } from '../task/task.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { finishTask } from './endings/finish-task.ts';
import { closeWindow, reopenWindow, takeWindow } from './windows.ts';

let media: TestMedia;
let id: string;
beforeAll(async () => {
  media = await createTestMedia();
});
beforeEach(async () => {
  ({ id } = await media.submitted({ surface: 'mj', action: 'INPAINT' }));
  await media.context.knex.raw(`update task set upstream_state = '{"window": "open"}' where id = ?`, [id]);
});
afterAll(() => media.stop());

const take = (prompt?: string, filling: string = randomUUID()): Promise<Task | undefined> =>
  takeWindow(media.context.knex, id, { id: filling, prompt, dueInMs: 1_000, deadlineMs: 60_000 });

/** Takes it, and gives the id of the filling. */
async function takeIt(prompt?: string): Promise<string> {
  const filling = randomUUID();
  if (!(await take(prompt, filling))) throw new Error('the window is not open');
  return filling;
}

const reopen = (filling: string, prompt: string): Promise<void> =>
  reopenWindow(media.context.knex, id, { filling, prompt });

test('of two who fill in a window at once, one does', async () => {
  const taken = await Promise.all([take('a red door'), take('a blue door')]);
  const [winner] = taken.filter((task) => task !== undefined);
  expect(taken.filter((task) => task === undefined)).toHaveLength(1);
  expect((await media.read(id)).wish.prompt).toBe(winner?.wish.prompt);
});

test('a window that was not taken is open again, and its task has the prompt that it had', async () => {
  const { prompt } = (await media.read(id)).wish;
  const filling = await takeIt('a red door');
  expect(await take('a blue door')).toBeUndefined();
  await reopen(filling, prompt);
  expect((await media.read(id)).upstreamState).toEqual({ window: 'open' });
  expect(await take()).toMatchObject({ wish: { prompt } });
});

test('a window that was opened and filled in anew meanwhile stays filled in', async () => {
  const refused = await takeIt('a red door');
  await reopen(refused, 'a mill');
  await takeIt('a blue door');
  await reopen(refused, 'a mill');
  expect(await take()).toBeUndefined();
  expect((await media.read(id)).wish.prompt).toBe('a blue door');
});

test('what took a window may take it again, as after a connection that broke', async () => {
  const filling = await takeIt('a red door');
  expect(await take('a red door', filling)).toMatchObject({ wish: { prompt: 'a red door' } });
  expect(await take('a blue door')).toBeUndefined();
});

test('a task that has ended has no window', async () => {
  const failure = { code: 'task_timeout', message: 'The task took too long.' } as const;
  await finishTask(media.context.knex, id, media.context.owner, { state: 'failed', failure });
  expect(await take()).toBeUndefined();
});

test('the time of a task begins anew when its window is filled in', async () => {
  await media.context.knex.raw(`update task set deadline_at = now() + interval '1 s' where id = ?`, [id]);
  const taken = await take();
  expect(taken?.deadlineAt).toBeGreaterThan(Date.now() + 30_000);
});

test('a window that was closed since its time is over is not filled in, and one that was filled in is not closed', async () => {
  const { knex } = media.context;
  const pass = () => knex.raw(`update task set deadline_at = now() - interval '1 s' where id = ?`, [id]);
  await pass();
  const filling = await takeIt();
  expect(await closeWindow(knex, id)).toBe(false);
  await pass();
  await reopen(filling, 'a mill');
  expect(await closeWindow(knex, id)).toBe(true);
  expect(await take()).toBeUndefined();
});
