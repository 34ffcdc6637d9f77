import { createLog } from '@headgate/runtime/log';
import { expect, test } from 'vitest';
import { persist } from './note-submitted.ts';

const log = createLog('test', 'silent');

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
