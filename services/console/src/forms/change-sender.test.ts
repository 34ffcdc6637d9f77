import { expect, test, vi } from 'vitest';
import { ApiError, type ApiErrorKind } from '../api/api-error.ts';
import { createChangeSender } from './change-sender.ts';

/** What ids a sender sends under, when it is answered so. */
async function idsOf(answers: readonly (ApiErrorKind | 'done')[]): Promise<string[]> {
  const send = createChangeSender();
  const ids: string[] = [];
  for (const answer of answers) {
    const sent = send(async (id) => {
      ids.push(id);
      if (answer !== 'done') throw new ApiError(answer, '');
    });
    await sent.catch(() => undefined);
  }
  return ids;
}

test('ids are UUIDs', async () => {
  const [id] = await idsOf(['done']);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('what was refused was not made: what is sent next is another change', async () => {
  for (const kind of ['refused', 'forbidden', 'busy'] as const) {
    const ids = await idsOf([kind, 'done']);
    expect(new Set(ids).size).toBe(2);
  }
});

test('after an answer was lost it is the same change, whatever comes later', async () => {
  for (const kind of ['unavailable', 'unreachable', 'unreadable'] as const) {
    const ids = await idsOf([kind, kind, 'refused', 'done']);
    expect(new Set(ids).size).toBe(1);
  }
});

test('after an answer was lost it counts from when it was first sent', async () => {
  vi.useFakeTimers({ now: 1_000 });
  const send = createChangeSender();
  const times: number[] = [];
  const lose = send(async (_id, firstMs) => {
    times.push(firstMs);
    throw new ApiError('unreachable', '');
  });
  await lose.catch(() => undefined);
  vi.setSystemTime(9_000);
  await send(async (_id, firstMs) => times.push(firstMs));
  vi.useRealTimers();
  expect(times).toEqual([1_000, 1_000]);
});
