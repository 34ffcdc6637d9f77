import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { hastenTask } from './hasten-task.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

/** A task that is due in a minute, and was looked at so long ago. */
async function waiting(lookedAgoMs: number, more = ''): Promise<string> {
  const { id } = await media.submitted();
  await media.context.knex.raw(
    `update task set due_at = now() + interval '1 min', looked_at = now() - ? * interval '1 ms'${more} where id = ?`,
    [lookedAgoMs, id],
  );
  return id;
}

function hasten(id: string): Promise<boolean> {
  return hastenTask(media.context.knex, id, 3_000);
}

test('a question brings the next look forward, once', async () => {
  const id = await waiting(3_001);
  expect(await hasten(id)).toBe(true);
  expect((await media.claim(id)).id).toBe(id);
  expect(await hasten(id)).toBe(false);
});

test('a task that was looked at just now is left alone', async () => {
  expect(await hasten(await waiting(2_000))).toBe(false);
});

test('a task whose vendor asked to be left alone is left alone', async () => {
  const trouble = `, trouble = '{"kind":"transient","count":1,"sinceMs":0}'`;
  expect(await hasten(await waiting(60_000, trouble))).toBe(false);
});

test('a task that has ended is left alone', async () => {
  const ended = `, state = 'failed', finished_at = now(), failure = '{}'`;
  expect(await hasten(await waiting(60_000, ended))).toBe(false);
});
