import { expect, test } from 'vitest';
import { Period } from './gen/headgate/budget/v1/budget.ts';
import { sayUsedUp } from './say-used-up.ts';

const budgets = [
  { owner: 'key:7', period: Period.DAY, timeZone: 'Europe/Berlin' },
  { owner: 'user:3', period: Period.MONTH, timeZone: 'UTC' },
];
const [day, month] = ['budget:key:7:2026-11-21', 'budget:user:3:2026-11'];

test.each([
  [
    [day],
    'The daily budget of this key does not cover this request. It starts anew on 2026-11-22 in Europe/Berlin.',
  ],
  [
    [day, month],
    'The monthly budget of the user of this key does not cover this request. It starts anew on 2026-12-01 in UTC.',
  ],
  [
    ['budget:key:7:2026-W47'],
    'The weekly budget of this key does not cover this request. It starts anew on 2026-11-23.',
  ],
])('of %j it is said when the last starts anew', (lacking, words) => {
  expect(sayUsedUp(lacking, budgets, 'this request')).toBe(words);
});

test('of a model that the key limits it is said which it is', () => {
  expect(sayUsedUp(['key:7:model:org/gpt-4o:free'], [], 'this request')).toBe(
    'The limit of this key for the model "org/gpt-4o:free" does not cover this request.',
  );
});

test.each([
  [[]],
  [[day, 'key:7']],
  [['user:3']],
  [['key:7', 'key:7:model:gpt-4o']],
  [[day, 'key:7:model:gpt-4o']],
])('of %j nothing is said', (lacking: string[]) => {
  expect(sayUsedUp(lacking, budgets, 'this request')).toBeUndefined();
});
