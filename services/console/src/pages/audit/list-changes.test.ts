import { expect, test } from 'vitest';
import { listChanges } from './list-changes.ts';

const list = (changes: Record<string, unknown[]>) => listChanges(changes, (units) => `$${units / 500_000}`);

test.each([
  ['vip', 'vip'],
  [false, 'false'],
  [0, '0'],
  [['a', 'b'], 'a, b'],
  [[{ every: 'day' }], '[{"every":"day"}]'],
])('%j is shown as %j', (value, text) => {
  expect(list({ member: ['before', value] })).toEqual([{ member: 'member', before: 'before', after: text }]);
});

test('a whole thing is shown by its members, those that it has', () => {
  expect(list({ made: [null, { role: 'user', budgets: [], tag: '' }] })).toEqual([
    { member: 'role', before: '', after: 'user' },
  ]);
  expect(list({ deleted: [{ role: 'user' }, null] })).toEqual([
    { member: 'role', before: 'user', after: '' },
  ]);
});

test('an object that changed stays one member', () => {
  expect(list({ timeouts: [{ idle: 1 }, { idle: 2 }] })).toEqual([
    { member: 'timeouts', before: '{"idle":1}', after: '{"idle":2}' },
  ]);
});

test.each([
  ['quota', 1_250_000],
  ['quota', '1250000'],
  ['remain_quota', 1_250_000],
  ['redeemed', 1_250_000],
])('quota is money, also as text: %s of %j', (member, quota) => {
  expect(list({ [member]: [null, quota] })).toEqual([{ member, before: '', after: '$2.5' }]);
});
