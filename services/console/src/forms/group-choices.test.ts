import { expect, test } from 'vitest';
import { groupChoices } from './group-choices.ts';

test('auto is a choice where it stands for groups, and says for which', () => {
  expect(groupChoices(['default', 'vip'], ['vip', 'default'])).toEqual([
    { value: 'default', label: 'default' },
    { value: 'vip', label: 'vip' },
    { value: 'auto', label: 'auto (vip, default)' },
  ]);
  expect(groupChoices(['default', 'default'], [])).toEqual([{ value: 'default', label: 'default' }]);
});

test('whoever has auto keeps it, whatever it stands for', () => {
  expect(groupChoices(['auto'], [])).toEqual([{ value: 'auto', label: 'auto' }]);
  expect(groupChoices(['auto'], ['vip'])).toEqual([{ value: 'auto', label: 'auto (vip)' }]);
});
