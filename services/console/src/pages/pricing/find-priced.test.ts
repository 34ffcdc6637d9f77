import { expect, test } from 'vitest';
import type { PricedModel } from '../../api/pricing.ts';
import { findPriced, ratioIn } from './find-priced.ts';

const priced = (model: string, groups: string[]): PricedModel => ({
  model,
  kind: 'text',
  price_model: model,
  price: { input: '1' },
  groups,
  endpoints: [],
});
const models = [priced('GPT-one', ['default']), priced('two', ['default', 'vip'])];
const groups = { vip: { ratio: '0.8', models: { two: '0.5' } } };

test('models are found by a part of their name, and by a group', () => {
  const names = (keyword: string, group: string) =>
    findPriced({ models, groups }, { keyword, group }).map(({ model }) => model);
  expect(names('', '')).toEqual(['GPT-one', 'two']);
  expect(names('gpt', '')).toEqual(['GPT-one']);
  expect(names('', 'vip')).toEqual(['two']);
});

test("a model's own ratio goes before that of the group", () => {
  expect(ratioIn(groups.vip, priced('two', []))).toBe(0.5);
  expect(ratioIn(groups.vip, priced('one', []))).toBe(0.8);
  expect(ratioIn(undefined, priced('one', []))).toBe(1);
});
