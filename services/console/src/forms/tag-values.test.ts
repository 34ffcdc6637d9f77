import { expect, test } from 'vitest';
import { toTagChanges } from './tag-values.ts';

const untouched = { tag: 'blue', models: [], groups: [], priority: '', weight: '' };

test('what was left empty is not said, and nothing at all is no change', () => {
  expect(toTagChanges('blue', untouched)).toBeUndefined();
  expect(toTagChanges('blue', { ...untouched, priority: 0 })).toEqual({ priority: 0 });
  expect(toTagChanges('blue', { ...untouched, groups: ['vip'], weight: 3 })).toEqual({
    groups: ['vip'],
    weight: 3,
  });
});

test('a tag is renamed, or taken away', () => {
  expect(toTagChanges('blue', { ...untouched, tag: ' red ' })).toEqual({ new_tag: 'red' });
  expect(toTagChanges('blue', { ...untouched, tag: '' })).toEqual({ new_tag: '' });
});
