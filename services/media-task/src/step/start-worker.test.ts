import { rowsOf } from '@headgate/runtime/postgres/rows';
import { waitFor } from '@headgate/runtime/testing/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loseAnswer } from '../testing/lose-answer.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { startWorker } from './start-worker.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

test('tasks are asked for side by side, those of one channel as well, up to its bound', async () => {
  const { channelConcurrency } = media.context.config;
  const ids: string[] = [];
  for (let index = 0; index < 5 * channelConcurrency; index += 1) {
    const { id } = await media.submitted();
    await rowsOf(media.context.knex, 'update task set channel_id = ? where id = ?', [index % 3, id]);
    ids.push(id);
  }
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const worker = startWorker({
    ...media.context,
    async send(request) {
      media.vendor.asked.push(request);
      if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
      return { status: 200, headers: {}, body: Buffer.from('{"status":"completed"}') };
    },
  });
  // Nobody is answered before as many wait as may wait at once.
  await waitFor(() => waiting.length === 3 * channelConcurrency, 'all channels are asked at once');
  isOpen = true;
  for (const release of waiting) release();
  await waitFor(async () => {
    const open = await rowsOf(media.context.knex, `select from task where state <> 'succeeded'`, []);
    return open.length === 0;
  }, 'all tasks have ended');
  await worker.stop();
  expect(media.vendor.asked).toHaveLength(ids.length);
});

test('what a claim took whose answer was lost is looked after at once, and not when its lease has ended', async () => {
  const { config } = media.context;
  const ids: string[] = [];
  for (let index = 0; index < config.channelConcurrency; index += 1) ids.push((await media.submitted()).id);
  const { knex, isLost } = loseAnswer(media.context.knex, /^with busy/);
  const worker = startWorker({
    ...media.context,
    knex,
    config: { ...config, idleMs: 10 },
    send: async () => ({ status: 200, headers: {}, body: Buffer.from('{"status":"completed"}') }),
  });
  await waitFor(async () => {
    const states = await Promise.all(ids.map(async (id) => (await media.read(id))?.state));
    return states.every((state) => state === 'succeeded');
  }, 'all tasks have ended');
  await worker.stop();
  expect(isLost()).toBe(true);
});

test('a task that cannot be read keeps none of the others from being looked after, and waits for its lease to end', async () => {
  const { config, knex } = media.context;
  const unreadable = await media.submitted();
  await rowsOf(knex, `update task set usage = 'nonsense', due_at = now() - interval '1 min' where id = ?`, [
    unreadable.id,
  ]);
  const { id } = await media.submitted();
  const worker = startWorker({
    ...media.context,
    config: { ...config, idleMs: 10 },
    send: async () => ({ status: 200, headers: {}, body: Buffer.from('{"status":"completed"}') }),
  });
  await waitFor(async () => (await media.read(id)).state === 'succeeded', 'the other has ended');
  await worker.stop();
  const [row] = await rowsOf<{ isInHand: boolean }>(
    knex,
    'select lease_until > now() as "isInHand" from task where id = ?',
    [unreadable.id],
  );
  expect(row).toEqual({ isInHand: true });
  await rowsOf(knex, 'delete from task where id = ?', [unreadable.id]);
});
