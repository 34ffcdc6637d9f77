import { expect, test } from 'vitest';
import { countTags } from './count-tags.ts';

test('tags are counted by name, with those that are on, and no tag is none', () => {
  const channels = [
    { tag: 'red', enabled: true },
    { tag: '', enabled: true },
    { tag: 'blue', enabled: false },
    { tag: 'red', enabled: false },
  ];
  expect(countTags(channels)).toEqual([
    { tag: 'blue', count: 1, on: 0 },
    { tag: 'red', count: 2, on: 1 },
  ]);
  expect(countTags([])).toEqual([]);
});
