import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectDatabase } from './connect-database.ts';
import { finishTask } from './sql/endings/finish-task.ts';
import { createTestMedia, type TestMedia } from './testing/test-media.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

const failure = { code: 'task_timeout', message: 'The task took too long.' } as const;

test('a task is not kept locked by a process that stands still within its end', async () => {
  const { knex, config, owner } = media.context;
  const { id } = await media.submitted();
  const stopped = connectDatabase(config, 50);
  const transaction = await stopped.transaction();
  await transaction.raw('select * from task where id = ? for update', [id]);
  expect(await finishTask(knex, id, owner, { state: 'failed', failure })).toMatchObject({ state: 'failed' });
  // When it goes on it has nothing to say any more.
  await expect(transaction.raw('select 1')).rejects.toThrow();
  await transaction.rollback().catch(() => undefined);
  await stopped.destroy();
});

test('every session of a process is bound so', async () => {
  const sessions = connectDatabase(media.context.config);
  const { rows } = await sessions.raw('show idle_in_transaction_session_timeout');
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
  await sessions.destroy();
});
