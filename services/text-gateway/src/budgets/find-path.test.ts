import { Period } from '@headgate/proto/gen/headgate/budget/v1/budget';
import { Caller } from '@headgate/proto/gen/headgate/text/v1/text';
import { expect, test } from 'vitest';
import { findPath } from './find-path.ts';
import { createWindowNames } from './window-names.ts';

const purses = [
  { id: 'user:1', limited: true },
  { id: 'key:1', limited: true },
];
const budgets = [{ owner: 'key:1', period: Period.DAY, timeZone: 'Asia/Kathmandu' }];

test('a caller has one path for all models but those that its key limits', () => {
  const windows = createWindowNames(() => Date.parse('2026-11-21T12:00:00Z'));
  const caller = Caller.create({ keyId: 1n, purses, limitedModels: ['dear'] });
  const path = findPath(caller, 'm', windows);
  expect(path).toEqual({ purses: ['key:1', 'user:1'], isLimited: true });
  expect(findPath(caller, 'n', windows)).toBe(path);
  const dear = findPath(caller, 'dear', windows);
  expect(dear.purses).toEqual(['key:1', 'key:1:model:dear', 'user:1']);
  expect(findPath(caller, 'dear', windows)).toBe(dear);
  expect(findPath({ ...caller, purses: purses.slice(0, 1) }, 'm', windows).purses).toEqual(['user:1']);
});

test('a path with a budget is worked out anew when its window ends, and when another clock counts', () => {
  let now = Date.parse('2026-11-21T18:14:59Z');
  const windows = createWindowNames(() => now);
  const caller = Caller.create({ keyId: 1n, purses, budgets });
  const pursesOf = (names = windows): readonly string[] => findPath(caller, 'm', names).purses;
  expect(pursesOf()).toEqual(['budget:key:1:2026-11-21', 'key:1', 'user:1']);
  now += 1_000;
  expect(pursesOf()).toEqual(['budget:key:1:2026-11-22', 'key:1', 'user:1']);
  now -= 1_000;
  expect(pursesOf()).toEqual(['budget:key:1:2026-11-21', 'key:1', 'user:1']);
  expect(pursesOf(createWindowNames(() => 0))).toEqual(['budget:key:1:1970-01-01', 'key:1', 'user:1']);
});
