import { expect, test } from 'vitest';
import { checkRepeats, type UnderKey } from './check-repeats.ts';

const sound: UnderKey = { idempotencyKey: 'k', tasks: ['t'], holds: 1n, bills: 1n };

function check(changes: Partial<UnderKey>, taskId: string | null = 't'): string[] {
  return checkRepeats([{ ...sound, ...changes }], [{ idempotencyKey: 'k', taskId }]);
}

test('one task, one hold and one bill under a key are as it must be, and so is none of a task that failed', () => {
  expect(check({})).toEqual([]);
  expect(check({ bills: 0n })).toEqual([]);
  expect(check({ tasks: [], holds: 0n, bills: 0n }, null)).toEqual([]);
});

test.each<[Partial<UnderKey>, string]>([
  [{ tasks: ['t', 'u'] }, 'k made 2 tasks, 1 holds, 1 bills'],
  [{ holds: 2n }, 'k made 1 tasks, 2 holds, 1 bills'],
  [{ bills: 2n }, 'k made 1 tasks, 1 holds, 2 bills'],
])('%o is a violation', (changes, line) => {
  expect(check(changes)).toEqual([line]);
});

test('another task than its client was told of is a violation', () => {
  expect(check({ tasks: ['u'] })).toEqual(['under k stands u, and its client has t']);
});
