import { expect, test } from 'vitest';
import { ratioIn } from './ratio-in.ts';

const group = { ratio: '0.8', models: { two: '0.5' } };

test("a model's own ratio goes before that of the group", () => {
  expect(ratioIn(group, { model: 'two' })).toBe(0.5);
  expect(ratioIn(group, { model: 'one' })).toBe(0.8);
  expect(ratioIn(undefined, { model: 'one' })).toBe(1);
});
