import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestMedia, type TestMedia, testAccount, testMasterKey } from '../testing/test-media.ts';
import { keepAccount } from './accounts.ts';
import { finishTask } from './endings/finish-task.ts';
import { forgetOutgoing } from './endings/outbox.ts';
import { pruneAccounts, pruneTasks } from './prune.ts';

const dayMs = 24 * 3_600_000;

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());
beforeEach(async () => {
  await media.context.knex.raw('truncate task, outbox, account cascade');
});

/** A task that ended so many days ago, and that the ledger knows of. */
async function ended(daysAgo: number): Promise<string> {
  const { knex } = media.context;
  const { id, closeId } = await media.submitted();
  await finishTask(knex, id, media.context.owner, {
    state: 'failed',
    failure: { code: 'internal_error', message: '' },
  });
  await knex.raw(`update task set finished_at = now() - ? * interval '1 day' where id = ?`, [daysAgo, id]);
  await forgetOutgoing(knex, [closeId]);
  return id;
}

async function left(): Promise<string[]> {
  const { rows } = await media.context.knex.raw<{ rows: { id: string }[] }>('select id from task');
  return rows.map(({ id }) => id);
}

function prune(): Promise<number> {
  return pruneTasks(media.context.knex, { olderThanMs: 30 * dayMs, limit: 100 });
}

test('tasks that ended long ago are removed; younger ones and open ones stay', async () => {
  await ended(31);
  const young = await ended(29);
  const { id: open } = await media.submitted();
  expect(await prune()).toBe(1);
  expect((await left()).sort()).toEqual([young, open].sort());
});

test('a task whose end the ledger has not confirmed stays, however old', async () => {
  const id = await ended(31);
  await media.context.knex.raw(
    `insert into outbox (close_id, hold_id, kind) select close_id, hold_id, 'release' from task where id = ?`,
    [id],
  );
  expect(await prune()).toBe(0);
});

test('no more than asked for are removed at once', async () => {
  for (const days of [31, 32, 33]) await ended(days);
  expect(await pruneTasks(media.context.knex, { olderThanMs: 30 * dayMs, limit: 2 })).toBe(2);
  expect(await left()).toHaveLength(1);
});

test('credentials go with the last task that needs them, and not while they are new', async () => {
  const { knex } = media.context;
  const count = async () => (await knex.raw('select 1 from account')).rows.length;
  await ended(31);
  await knex.raw(`update account set made_at = now() - interval '2 days'`);
  expect(await pruneAccounts(knex, { unusedForMs: dayMs, limit: 100 })).toBe(0);
  await prune();
  expect(await pruneAccounts(knex, { unusedForMs: 3 * dayMs, limit: 100 })).toBe(0);
  expect(await pruneAccounts(knex, { unusedForMs: dayMs, limit: 100 })).toBe(1);
  expect(await count()).toBe(0);
});

test('so do those that their channel has had beside or after that one', async () => {
  const { knex } = media.context;
  await ended(29);
  await keepAccount(knex, testMasterKey, 3n, { ...testAccount, key: 'renewed' });
  await knex.raw(`update account set made_at = now() - interval '2 days'`);
  expect(await pruneAccounts(knex, { unusedForMs: dayMs, limit: 100 })).toBe(0);
  await pruneTasks(knex, { olderThanMs: 28 * dayMs, limit: 100 });
  expect(await pruneAccounts(knex, { unusedForMs: dayMs, limit: 100 })).toBe(2);
});
