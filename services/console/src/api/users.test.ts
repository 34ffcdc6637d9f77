import { expect, test } from 'vitest';
import { mayChange } from './users.ts';

const [user, admin, root] = [{ role: 1 }, { role: 10 }, { role: 100 }];

test('administrators change users, and root changes everybody', () => {
  expect([user, admin, root].map((other) => mayChange(admin, other))).toEqual([true, false, false]);
  expect([user, admin, root].map((other) => mayChange(root, other))).toEqual([true, true, true]);
});
