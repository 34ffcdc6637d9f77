import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { VendorRequest } from '../../call/send.ts';
import { claimTasks } from '../../sql/moves/claim-tasks.ts';
import type { Task } from '../../task/task.ts';
import { createTestMedia, type TestMedia } from '../../testing/test-media.ts';
import { takeUp } from '../take-up.ts';
import { groupPolls } from './group-polls.ts';
import { lookNow } from './look-now.ts';
import { pollTogether } from './poll-together.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterEach(async () => {
  media.vendor.asked = [];
  await media.context.knex.raw('delete from task');
});
afterAll(() => media.stop());

const account = { provider: 'midjourney-proxy', baseUrl: 'http://proxy.test', key: 'mj-secret' };
const mj = { surface: 'mj', action: 'IMAGINE', account } as const;

/** A task that midjourney-proxy has. */
const submitted = (): Promise<Task> => media.submitted(mj);

function say(body: unknown, status = 200): { status: number; body: Buffer } {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

/** Says of each task that is asked for what `status` says. */
function sayOf(status: (upstreamId: string) => string | undefined): void {
  media.vendor.answer = ({ body }) => {
    const { ids } = JSON.parse(String(body)) as { ids: string[] };
    return say(
      ids.flatMap((id) =>
        status(id) ? [{ id, status: status(id), progress: '31%', imageUrl: 'http://x/y' }] : [],
      ),
    );
  };
}

const pathOf = ({ url }: VendorRequest): string => new URL(url).pathname;

/** Looks once after all that is due, as a worker does. */
async function lookOnce(perChannel = 4): Promise<void> {
  const lease = { owner: media.context.owner, ms: 60_000 };
  const claimed = await claimTasks(media.context, lease, { limit: 500, perChannel });
  const looks = groupPolls(claimed).map((piece) =>
    piece.isPolled ? pollTogether(media.context, piece.tasks, lease) : takeUp(media.context, piece.tasks[0]),
  );
  await Promise.all(looks);
}

async function makeDue(): Promise<void> {
  await media.context.knex.raw('update task set due_at = now()');
}

async function beMissingFor(ms: number): Promise<void> {
  const { knex } = media.context;
  const sinceMs = String(Date.now() - ms);
  await knex.raw(`update task set due_at = now(), trouble = jsonb_set(trouble, '{sinceMs}', ?::jsonb)`, [
    sinceMs,
  ]);
}

test('tasks of one account are one question, beyond what a channel takes at a time', async () => {
  const tasks: Task[] = [];
  for (let count = 0; count < 7; count += 1) tasks.push(await submitted());
  sayOf(() => 'IN_PROGRESS');
  await lookOnce();
  expect(media.vendor.asked.map(pathOf)).toEqual(['/mj/task/list-by-condition']);
  for (const { id } of tasks) expect(await media.read(id)).toMatchObject({ state: 'running', progress: 31 });
});

test('of two accounts each is asked with its own secret, and only for its own', async () => {
  const [one, two] = [
    await submitted(),
    await media.submitted({ ...mj, account: { ...account, key: 'another' } }),
  ];
  sayOf(() => 'IN_PROGRESS');
  await lookOnce();
  const asked = media.vendor.asked.map(({ headers, body }) => [
    headers['mj-api-secret'],
    JSON.parse(String(body)).ids,
  ]);
  expect(new Map(asked as [string, string[]][])).toEqual(
    new Map([
      ['mj-secret', [one.upstreamId]],
      ['another', [two.upstreamId]],
    ]),
  );
});

test('a task that the list leaves out has five minutes to come back', async () => {
  const [here, gone] = [await submitted(), await submitted()];
  sayOf((id) => (id === here.upstreamId ? 'IN_PROGRESS' : undefined));
  for (let count = 0; count < 5; count += 1) {
    await lookOnce();
    await makeDue();
  }
  expect(await media.read(gone.id)).toMatchObject({ state: 'queued', trouble: { kind: 'missing' } });
  await beMissingFor(5 * 60_000 - 10_000);
  await lookOnce();
  expect(await media.read(gone.id)).toMatchObject({ state: 'queued' });
  await beMissingFor(5 * 60_000 + 1_000);
  await lookOnce();
  expect(await media.read(gone.id)).toMatchObject({
    state: 'failed',
    failure: { code: 'upstream_unavailable' },
  });
  expect(await media.read(here.id)).toMatchObject({ state: 'running', trouble: null });
});

test('nor has it less time where it is asked for by itself, and said not to be there', async () => {
  const gone = await submitted();
  sayOf(() => undefined);
  for (let count = 0; count < 3; count += 1) {
    await lookOnce();
    await makeDue();
  }
  media.vendor.answer = () => say({}, 404);
  const task = await media.read(gone.id);
  expect(await lookNow({ ...media.context, wake: vi.fn() }, task)).toMatchObject({ state: 'queued' });
});

test('a list that cannot be had ends nothing', async () => {
  const { id } = await submitted();
  media.vendor.answer = () => say({}, 502);
  await lookOnce();
  expect(await media.read(id)).toMatchObject({ state: 'queued', trouble: { kind: 'transient', count: 1 } });
});

test('nor does a page that stands in the place of the list or of a task, however often', async () => {
  const { id } = await submitted();
  const page = { status: 404, body: Buffer.from('<html>Not found</html>') };
  media.vendor.answer = () => page;
  for (let count = 0; count < 5; count += 1) {
    await lookOnce();
    await makeDue();
  }
  expect(await media.read(id)).toMatchObject({ state: 'queued', trouble: { kind: 'transient', count: 5 } });
  await beMissingFor(5 * 60_000 + 1_000);
  expect(await lookNow({ ...media.context, wake: vi.fn() }, await media.read(id))).toMatchObject({
    state: 'queued',
  });
});

test('where the secret is refused each task is asked for by itself, with the newer one', async () => {
  const { id } = await media.submitted({ ...mj, account: { ...account, key: 'old' } });
  await media.submitted({ ...mj, account: { ...account, key: 'new' } });
  media.vendor.answer = ({ url, headers }) => {
    if (headers['mj-api-secret'] === 'old') return say('', 401);
    return url.endsWith('/fetch') ? say({ id: 'x', status: 'IN_PROGRESS', progress: '5%' }) : say([]);
  };
  await lookOnce();
  expect(await media.read(id)).toMatchObject({ state: 'running', progress: 5 });
});

test('whoever goes on from a task hears of its end before any poll has', async () => {
  const task = await submitted();
  media.vendor.answer = () => say({ id: task.upstreamId, status: 'SUCCESS', imageUrl: 'http://x/y' });
  const wake = vi.fn();
  expect(await lookNow({ ...media.context, wake }, task)).toMatchObject({ state: 'succeeded' });
  expect(media.vendor.asked.map(pathOf)).toEqual([`/mj/task/${task.upstreamId}/fetch`]);
  expect(await lookNow({ ...media.context, wake }, task)).toMatchObject({ state: 'succeeded' });
  expect(wake, 'the ledger is told of the end, once').toHaveBeenCalledOnce();
});

test('what such a look ends is archived like what a poll ends', async () => {
  const task = await submitted();
  media.vendor.answer = () => say({ id: task.upstreamId, status: 'SUCCESS', imageUrl: 'http://x/y' });
  const config = { ...media.context.config, archiveResults: true };
  await lookNow({ ...media.context, config, wake: vi.fn() }, task);
  const waiting = await rowsOf(media.context.knex, 'select from archive where task_id = ?', [task.id]);
  expect(waiting).toHaveLength(1);
});

test('what has not ended is left to the polls', async () => {
  const task = await submitted();
  media.vendor.answer = () => say({ id: task.upstreamId, status: 'IN_PROGRESS', progress: '90%' });
  const wake = vi.fn();
  expect(await lookNow({ ...media.context, wake }, task)).toMatchObject({ state: 'queued' });
  expect(wake).not.toHaveBeenCalled();
  expect(await media.read(task.id)).toMatchObject({ state: 'queued', progress: 0 });
});

test('more tasks at a time than one question is for are several questions', async () => {
  const tasks = await Promise.all(Array.from({ length: 201 }, submitted));
  sayOf(() => 'IN_PROGRESS');
  await lookOnce(250);
  const counts = media.vendor.asked.map(({ body }) => JSON.parse(String(body)).ids.length);
  expect(counts.sort((one, other) => other - one)).toEqual([100, 100, 1]);
  const looked = await Promise.all(tasks.map(({ id }) => media.read(id)));
  expect(looked.filter(({ state }) => state === 'running')).toHaveLength(201);
});
