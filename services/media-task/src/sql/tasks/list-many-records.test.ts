/** Pages of many tasks: that none reads them all. */
import { ListTasksRequest } from '@headgate/proto/gen/headgate/media/v1/media';
import { rowsRead } from '@headgate/runtime/testing/rows-read';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { answerListTasks } from '../../routes/list-records.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';

const many = 20_000;
/** What is counted, and some. */
const mostRead = 12_000;
const hourMs = 3_600_000;
const now = Date.now();

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
  const { id } = await media.submitted({ surface: 'video', action: 'any' });
  const { knex } = media.context;
  // A task a minute, a tenth of them of one user; what has ended is copied from what has not.
  await knex.raw(
    `insert into task (id, close_id, hold_id, surface, action, state, key_id, user_id, "group", path, model, price_model,
       catalog_version, price_version, amount, usage, wish, upstream_id, result, created_at, finished_at, due_at, deadline_at)
     select 'many_' || n, gen_random_uuid(), gen_random_uuid(), surface, action, 'succeeded', n % 100, n % 10, "group", path, model,
       price_model, catalog_version, price_version, amount, usage, wish, upstream_id, '{"media": []}', made, made, made, made
     from task, lateral (
       select n, to_timestamp(:now::double precision / 1000) - (:many - n) * interval '1 minute' as made
       from generate_series(1, :many) as n) as copies
     where id = :id order by n`,
    { id, many, now },
  );
  await knex.raw('analyze task');
});
afterAll(() => media.stop());

const list = (partial: Partial<ListTasksRequest>) =>
  answerListTasks(media.context, ListTasksRequest.fromPartial({ limit: 20, ...partial }));
const hoursAgo = (hours: number): bigint => BigInt(now - hours * hourMs);

it.each<[string, Partial<ListTasksRequest>]>([
  ['everything', {}],
  ['a deep page', { offset: 9_000 }],
  ['what comes behind a task far down', { beforeSeq: 3_000n }],
  ['a user', { userIds: [1n] }],
  ['a user and a dialect', { userIds: [1n], surfaces: ['video', 'image', 'kling'] }],
  ['a dialect that nobody uses', { surfaces: ['mj'] }],
  ['a key', { keyIds: [5n], userIds: [1n] }],
  ['a model that nobody uses', { model: 'no-such' }],
  ['a group that nobody is in', { group: 'no-such' }],
  ['a channel that nobody uses', { channelId: 987_654n }],
  ['a state that few are in', { status: 'queued' }],
  ['a state that none is in', { status: 'failed' }],
  ['a day long ago', { fromMs: hoursAgo(240), untilMs: hoursAgo(216) }],
  ['the time since a day', { fromMs: hoursAgo(24) }],
  ['the time before what was first', { untilMs: hoursAgo(10_000) }],
])('reads no more than it must for %s', async (_, partial) => {
  const read = await rowsRead(media.context.knex, () => list(partial));
  expect(read.get('task')).toBeLessThan(mostRead);
});

test('tasks of a time are those, to the millisecond', async () => {
  const { total, totalExact } = await list({ fromMs: hoursAgo(240), untilMs: hoursAgo(216) });
  expect({ total, totalExact }).toEqual({ total: 24n * 60n, totalExact: true });
});

test('many are counted to a bound', async () => {
  expect(await list({})).toMatchObject({ total: 10_000n, totalExact: false });
});
