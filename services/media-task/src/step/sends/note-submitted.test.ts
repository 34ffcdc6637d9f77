import { createLog } from '@headgate/runtime/log';
import type { Knex } from 'knex';
import { afterEach, expect, test, vi } from 'vitest';
import type { Task } from '../../task/task.ts';
import { noteSubmitted, persist } from './note-submitted.ts';
import { createPendingNotes } from './pending-notes.ts';

const log = createLog('test', 'silent');
afterEach(() => {
  vi.useRealTimers();
});

test('what was made is written down once the store and the database are back', async () => {
  const outcomes = [
    () => Promise.reject(new Error('the database is away')),
    async () => false,
    async () => true,
  ];
  let asked = 0;
  await persist(log, 'task', () => {
    asked += 1;
    return outcomes.shift()?.() ?? expect.unreachable();
  });
  expect(asked).toBe(3);
});

test('what a vendor calls a task is written down after a failover of minutes', async () => {
  vi.useFakeTimers();
  const backAt = performance.now() + 4 * 60_000;
  const written: unknown[] = [];
  const raw = (_sql: string, bindings: unknown[]) => {
    if (performance.now() < backAt) return Promise.reject(new Error('the database is away'));
    written.push(bindings);
    return Promise.resolve({ rows: [] });
  };
  const notes = createPendingNotes();
  const context = { knex: { raw } as unknown as Knex, log, config: { pollMs: 5_000 }, notes };
  const noting = noteSubmitted(context, { id: 'task' } as Task, 1, { upstreamId: 'video_1' });
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await noting).toBeUndefined();
  // As a stop does.
  const settled = notes.settled().then(() => expect(written).not.toEqual([]));
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(written).toEqual([expect.arrayContaining(['video_1'])]);
  await settled;
});

test('a database that stays away is not asked for ever', async () => {
  vi.useFakeTimers();
  const raw = vi.fn(() => Promise.reject(new Error('the database is away')));
  const notes = createPendingNotes();
  const context = { knex: { raw } as unknown as Knex, log, config: { pollMs: 5_000 }, notes };
  const noting = noteSubmitted(context, { id: 'task' } as Task, 1, { upstreamId: 'video_1' });
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(await noting).toBeUndefined();
  await notes.settled();
  const { length } = raw.mock.calls;
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(raw.mock.calls.length).toBe(length);
  expect(length).toBeLessThan(100);
});
