import { expect, test } from 'vitest';
import { sayRatioChange } from './say-ratio-change.ts';

test.each([
  ['the ratio of all models', { ratio: '9', models: {} }, { ratio: '3', models: {} }, 'ratio 9 -> 3'],
  [
    'those of some models',
    { ratio: '1', models: { b: '0.5', a: '0.25' } },
    { ratio: '1', models: { c: '2', a: '0.3' } },
    'ratio of a 0.25 -> 0.3, ratio of b 0.5 -> none, ratio of c none -> 2',
  ],
])('%s are said with what they were', (_what, before, after, words) => {
  const group = 'vip';
  const change = { group, before: { group, ...before }, after: { group, ...after } };
  expect(sayRatioChange(change)).toBe(`group vip: ${words}`);
});
