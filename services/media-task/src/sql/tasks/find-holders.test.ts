import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerGetHolders } from '../../routes/get-holders.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { finishTask } from '../endings/finish-task.ts';
import { forgetOutgoing } from '../endings/outbox.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('a task is open until the ledger has confirmed its end, and what nobody knows is left out', async () => {
  const { id, holdId, closeId } = await media.submitted();
  const { knex, owner } = media.context;
  const holders = async () => (await answerGetHolders({ knex }, { holdIds: [randomUUID(), holdId] })).holders;
  const open = [{ holdId, taskId: id, open: true }];
  expect(await holders()).toEqual(open);
  const failure = { code: 'task_timeout', message: 'The task took too long.' } as const;
  await media.claim(id);
  await finishTask(knex, id, owner, { state: 'failed', failure });
  expect(await holders()).toEqual(open);
  await forgetOutgoing(knex, [closeId]);
  expect(await holders()).toEqual([{ holdId, taskId: id, open: false }]);
});
