/** A task ends once, however many look at it in the same moment and whatever each of them is told. */
import { randomUUID } from 'node:crypto';
import { Close, Ending } from '@headgate/proto/gen/headgate/events/v1/events';
import { Operation } from '@headgate/proto/gen/headgate/media/v1/media';
import { rowsOf } from '@headgate/runtime/postgres/rows';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { VendorAnswer } from '../call/send.ts';
import type { WorkerContext } from '../context.ts';
import { handle } from '../routes/index.ts';
import { finishTask } from '../sql/endings/finish-task.ts';
import { moveTask } from '../sql/moves/move-task.ts';
import { hastenTask } from '../sql/tasks/hasten-task.ts';
import { createTestApi, requestOf } from '../testing/test-api.ts';
import { createTestMedia, type TestMedia } from '../testing/test-media.ts';
import { lookNow } from './polls/look-now.ts';
import { takeUp } from './take-up.ts';

let media: TestMedia;
beforeAll(async () => {
  media = await createTestMedia();
});
afterAll(() => media.stop());

function say(body: object, status = 200): Partial<VendorAnswer> {
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

const completed = say({ id: 'x', status: 'completed' });

/** Another worker: to it, every lease has run out. */
function anotherWorker(): WorkerContext {
  return { ...media.context, owner: randomUUID() };
}

async function endingsOf(closeId: string): Promise<{ kind: string; ending: Ending | undefined }[]> {
  const rows = await rowsOf<{ kind: string; close: Buffer | null }>(
    media.context.knex,
    'select kind, close from outbox where close_id = ?',
    [closeId],
  );
  return rows.map(({ kind, close }) => ({ kind, ending: close ? Close.decode(close).ending : undefined }));
}

const callback = { url: 'https://me.test/hook', baseUrl: 'https://gateway.test' };

async function callbacksOf(id: string): Promise<number> {
  return (await rowsOf(media.context.knex, 'select from callback where task_id = ?', [id])).length;
}

const answers = [
  () => completed,
  () => say({ id: 'x', status: 'failed', error: { code: 'moderation_blocked', message: 'No.' } }),
  () => say({ id: 'x', status: 'in_progress', progress: 50 }),
  () => say({ error: { message: 'not found' } }, 404),
  () => new Error('the connection broke'),
];

test('money 27: twenty pollers, the deadline, questions and deletes at once end a task once', async () => {
  const api = createTestApi(media);
  for (let round = 0; round < 10; round += 1) {
    const task = await media.submitted({ callback });
    const { asked } = media.vendor;
    media.vendor.answer = () => answers[(round + asked.length) % answers.length]?.() ?? completed;
    const late = { ...task, deadlineAt: Date.now() - 1 };
    const seen: number[] = [];
    const ask = async (operation: Operation): Promise<void> => {
      const answered = await handle(api, requestOf({ operation, taskId: task.id })).catch(() => undefined);
      if (answered && operation === Operation.GET_VIDEO)
        seen.push(JSON.parse(answered.body.toString()).progress);
    };
    await Promise.all([
      ...Array.from({ length: 20 }, (_, index) => takeUp(anotherWorker(), index % 4 === 0 ? late : task)),
      ...Array.from({ length: 5 }, () => lookNow(api, task)),
      ...Array.from({ length: 5 }, () => ask(Operation.GET_VIDEO)),
      ...Array.from({ length: 5 }, () => hastenTask(media.context.knex, task.id, 0)),
      ...Array.from({ length: 3 }, () => ask(Operation.GET_VIDEO).then(() => ask(Operation.DELETE_VIDEO))),
    ]);
    const [row] = await rowsOf<{ state: string }>(media.context.knex, 'select state from task where id = ?', [
      task.id,
    ]);
    const ending = row?.state === 'succeeded' ? Ending.COMPLETED : Ending.UPSTREAM_FAILED;
    expect(['succeeded', 'failed']).toContain(row?.state);
    expect(await endingsOf(task.closeId)).toEqual([{ kind: 'close', ending }]);
    expect(await callbacksOf(task.id)).toBe(1);
    for (const progress of seen) expect([0, 50, 100]).toContain(progress);
  }
});

describe('what has ended stays as it ended', () => {
  test('the ledger is told at once by whoever ended it, and by nobody else', async () => {
    const task = await media.submitted();
    const tellSoon = vi.fn();
    media.vendor.answer = () => say({ id: 'x', status: 'in_progress' });
    await takeUp({ ...anotherWorker(), tellSoon }, task);
    expect(tellSoon).not.toHaveBeenCalled();
    media.vendor.answer = () => completed;
    for (let count = 0; count < 2; count += 1) await takeUp({ ...anotherWorker(), tellSoon }, task);
    expect(tellSoon).toHaveBeenCalledOnce();
  });

  test('money 27: a success that comes after the timeout is not charged', async () => {
    const task = await media.submitted();
    media.vendor.answer = () => say({ id: 'x', status: 'in_progress' });
    await takeUp(anotherWorker(), { ...task, deadlineAt: Date.now() - 1 });
    media.vendor.answer = () => completed;
    await takeUp(anotherWorker(), task);
    expect(await media.read(task.id)).toMatchObject({ state: 'failed', failure: { code: 'task_timeout' } });
    expect(await endingsOf(task.closeId)).toEqual([{ kind: 'close', ending: Ending.UPSTREAM_FAILED }]);
  });

  test('a word that comes late moves nothing, whoever brings it', async () => {
    const task = await media.submitted();
    media.vendor.answer = () => completed;
    await takeUp(media.context, await media.claim(task.id));
    const moved = await moveTask(media.context.knex, { id: task.id, owner: media.context.owner }, 'running', {
      progress: 7,
    });
    expect(moved).toBeUndefined();
    expect(await media.read(task.id)).toMatchObject({ state: 'succeeded', progress: 100 });
  });
});

test('a task ends together with what the ledger shall hear of it, or not at all', async () => {
  const { knex, owner } = media.context;
  const task = await media.submitted();
  const inTheWay = [task.closeId, task.holdId];
  await rowsOf(knex, `insert into outbox (close_id, hold_id, kind) values (?, ?, 'release')`, inTheWay);
  const failure = { code: 'internal_error', message: 'No.' } as const;
  await expect(finishTask(knex, task.id, owner, { state: 'failed', failure })).rejects.toThrow();
  expect(await media.read(task.id)).toMatchObject({ state: 'queued', finishedAt: null });
});

test('whatever way a sent task fails, the ledger hears once that it costs nothing', async () => {
  const failing = [
    { said: say({ id: 'x', status: 'failed', error: { code: 'moderation_blocked', message: 'No.' } }) },
    { said: say({ error: { message: 'No.', code: 'moderation_blocked' } }, 400) },
    { said: say({ error: { message: 'not found' } }, 404), before: ['missing', 4] },
    { said: say({ error: { message: 'refused' } }, 401) },
    { said: say({ id: 'x', status: 'queued' }) },
    { said: new Error('the connection broke'), before: ['transient', 4] },
  ] as const;
  for (const [index, { said, ...of }] of failing.entries()) {
    const task = await media.submitted({ account: { key: `key ${index}` } });
    media.vendor.answer = () => said;
    const [kind, count] = 'before' in of ? of.before : [];
    const trouble = kind === undefined ? null : { kind, count, sinceMs: Date.now() };
    await takeUp(anotherWorker(), { ...task, trouble, deadlineAt: Date.now() - 1 });
    expect(await media.read(task.id)).toMatchObject({ state: 'failed' });
    const [row] = await rowsOf<{ close: Buffer }>(
      media.context.knex,
      'select close from outbox where close_id = ?',
      [task.closeId],
    );
    const { id, holdId, reserved, consumed, usage } = Close.decode(row?.close ?? Buffer.alloc(0));
    expect({ id, holdId, reserved, consumed, usage }).toEqual({
      id: task.closeId,
      holdId: task.holdId,
      reserved: task.amount,
      consumed: 0n,
      usage: undefined,
    });
  }
});
