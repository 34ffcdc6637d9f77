import { randomUUID } from 'node:crypto';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { claimTasks } from './claim-tasks.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());
beforeEach(() => rowsOf(media.context.knex, 'delete from task', []));

/** Tasks that have been due for so many seconds, each of a channel. */
async function due(seconds: readonly number[], channelOf: (index: number) => number): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, age] of seconds.entries()) {
    const { id } = await media.submitted();
    await rowsOf(
      media.context.knex,
      `update task set due_at = now() - ? * interval '1 s', channel_id = ? where id = ?`,
      [age, channelOf(index), id],
    );
    ids.push(id);
  }
  return ids;
}

async function claim(limit: number, perChannel = 100): Promise<string[]> {
  const lease = { owner: randomUUID(), ms: 60_000 };
  return (await claimTasks(media.context, lease, { limit, perChannel })).map(({ id }) => id);
}

test('those that have waited longest are taken first, and those not due stay', async () => {
  const [young, old, middle] = await due([10, 30, 20, -60], () => 1);
  expect(new Set(await claim(2))).toEqual(new Set([old, middle]));
  expect(await claim(2)).toEqual([young]);
  expect(await claim(2)).toEqual([]);
});

test('a task goes to one of many that claim at once', async () => {
  const ids = await due(
    Array.from({ length: 60 }, (_, index) => index + 1),
    (index) => index,
  );
  const claimed = (await Promise.all(Array.from({ length: 20 }, () => claim(10)))).flat();
  expect(new Set(claimed).size).toBe(claimed.length);
  while (claimed.length < ids.length) {
    const more = await claim(100);
    expect(more).not.toEqual([]);
    claimed.push(...more);
  }
  expect(claimed.sort()).toEqual(ids.sort());
});

test('a channel with many that are due leaves room for the others', async () => {
  const ids = await due([60, 59, 58, 57, 56, 5], (index) => (index < 5 ? 1 : 2));
  const claimed = await claim(10, 2);
  expect(new Set(claimed)).toEqual(new Set([ids[0], ids[1], ids[5]]));
  expect(await claim(10, 2)).toEqual([]);
});

test('a channel that has all that it may have in hand keeps none from the others, however many of its tasks wait', async () => {
  const many = Array.from({ length: 20 }, (_, index) => 100 - index);
  const ids = await due([...many, 5], (index) => (index < many.length ? 1 : 2));
  expect(new Set(await claim(2, 2))).toEqual(new Set(ids.slice(0, 2)));
  expect(await claim(2, 2)).toEqual([ids.at(-1)]);
});

test('creates that are on their way to a channel keep none of its tasks from their polls', async () => {
  const [old, young] = await due([20, 10], () => 1);
  for (let index = 0; index < 3; index += 1) await creating(1);
  expect(new Set(await claim(10, 2))).toEqual(new Set([old, young]));
});

test('creates that nobody knows the outcome of are looked up no more at a time than others', async () => {
  for (let index = 0; index < 3; index += 1) {
    const id = await creating(1);
    await rowsOf(media.context.knex, 'update task set lease_until = null, due_at = now() where id = ?', [id]);
  }
  expect(await claim(10, 2)).toHaveLength(2);
  expect(await claim(10, 2)).toEqual([]);
});

/** A task that an api is sending to a channel. */
async function creating(channelId: number): Promise<string> {
  const { id } = await media.submitted();
  await rowsOf(
    media.context.knex,
    `update task set state = 'submitting', upstream_id = null, channel_id = ?, lease_owner = ?,
       lease_until = now() + interval '1 min' where id = ?`,
    [channelId, randomUUID(), id],
  );
  return id;
}

test('creates whose worker renews their lease no more keep no place of their channel', async () => {
  const { knex } = media.context;
  const ids = [(await media.deferred()).id, (await media.deferred()).id, (await media.deferred()).id];
  const [lost, renewed, waiting] = ids;
  const send = async (leases: [string | undefined, number][]) => {
    for (const [id, minutes] of leases) {
      await rowsOf(
        knex,
        `update task set channel_id = 1, state = 'submitting', lease_owner = ?, lease_until = now() + ? * interval '1 min'
         where id = ?`,
        [randomUUID(), minutes, id ?? ''],
      );
    }
    const room = { limit: 10, perChannel: 2, errand: 'send', renewedLeaseMs: 240_000 } as const;
    return (await claimTasks(media.context, { owner: randomUUID(), ms: 60_000 }, room)).map(({ id }) => id);
  };
  await rowsOf(knex, 'update task set channel_id = 1', []);
  expect(
    await send([
      [lost, 5],
      [renewed, 5],
    ]),
  ).toEqual([]);
  expect(await send([[lost, 3]])).toEqual([waiting]);
});
