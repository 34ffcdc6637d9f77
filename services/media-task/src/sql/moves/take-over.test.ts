import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { finishTask } from '../endings/finish-task.ts';
import { moveTask } from './move-task.ts';
import { takeOver } from './take-over.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const another = { owner: randomUUID(), ms: 60_000 };
const failure = { code: 'internal_error', message: '' } as const;

/** A task whose price is held, in the hands of the process that its client asked first. */
async function held(): Promise<string> {
  const { id } = await media.submitted();
  await media.context.knex.raw(
    `update task set state = 'held', upstream_id = null, submitted_at = null,
       lease_owner = ?, lease_until = now() + interval '1 min' where id = ?`,
    [media.context.owner, id],
  );
  return id;
}

test('what was not sent is taken over, and who had it sends it no more', async () => {
  const { knex, owner } = media.context;
  const id = await held();
  expect(await takeOver(knex, id, another)).toMatchObject({ id, state: 'held' });
  expect(await moveTask(knex, { id, owner }, 'submitting')).toBeUndefined();
  expect(await moveTask(knex, { id, owner: another.owner }, 'submitting')).toMatchObject({
    state: 'submitting',
  });
});

test('who had it does not end it either', async () => {
  const { knex, owner } = media.context;
  const id = await held();
  await takeOver(knex, id, another);
  expect(await finishTask(knex, id, owner, { state: 'failed', failure })).toBeUndefined();
  expect((await media.read(id)).state).toBe('held');
});

test('nor does it refuse it, once the other has sent it', async () => {
  const { knex, owner } = media.context;
  const id = await held();
  await takeOver(knex, id, another);
  await moveTask(knex, { id, owner: another.owner }, 'submitting');
  const refusal = { state: 'failed', failure, isRefused: true } as const;
  expect(await finishTask(knex, id, owner, refusal)).toBeUndefined();
  expect((await media.read(id)).state).toBe('submitting');
});

test('what was sent is not taken over', async () => {
  const { id } = await media.submitted();
  expect(await takeOver(media.context.knex, id, another)).toBeUndefined();
});

test('what has ended is not taken over', async () => {
  const { knex, owner } = media.context;
  const id = await held();
  await finishTask(knex, id, owner, { state: 'failed', failure });
  expect(await takeOver(knex, id, another)).toBeUndefined();
});
