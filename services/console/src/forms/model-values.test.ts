import { expect, test } from 'vitest';
import type { Model } from '../api/models.ts';
import { isDecimalText, isUsdText } from './decimal-text.ts';
import {
  findEmptied,
  findHidden,
  hasSizeTwice,
  toModelChanges,
  toModelEdit,
  toModelValues,
} from './model-values.ts';

const model: Model = {
  name: 'one',
  kind: 'text',
  max_output: 4_096,
  fallbacks: ['two'],
  family: 'V1',
  price: {
    input: '2.50',
    output: '10',
    cache_write_1h: '4',
    tiers: [{ above: 200_000, input: '5' }],
    second: { '': '0.1', '4k': '0.3' },
    image: { '1024x1024': '0.042' },
    minute: { input: '0.006' },
    tools: { web_search: '10' },
  },
  channels: [],
  from_config: false,
};

test('a form that was not touched keeps every price', () => {
  const { name, max_output, fallbacks, family, price } = model;
  expect(toModelChanges(toModelValues(model))).toEqual({ name, max_output, fallbacks, family, price });
});

test('of a known model what was changed is sent alone, so that a price that others change meanwhile stays', () => {
  const values = toModelValues(model);
  expect(toModelEdit(values, model)).toEqual({ name: 'one' });
  expect(toModelEdit({ ...values, max_output: 9 }, model)).toEqual({ name: 'one', max_output: 9 });
  expect(toModelEdit({ ...values, second: [] }, model)).toEqual({
    name: 'one',
    price: { ...model.price, second: undefined },
  });
});

test('prices that were emptied are none', () => {
  const values = toModelValues(model);
  const changed = {
    ...values,
    common: { ...values.common, output: ' ' },
    second: [],
    image: [{ name: '1024x1024', value: '' }],
    minute: { input: '', output: '' },
    rest: '',
  };
  expect(toModelChanges(changed).price).toEqual({ input: '2.50' });
});

test.each([
  ['', true],
  [' 0.15 ', true],
  ['12', true],
  ['-1', false],
  ['1e3', false],
  ['1,5', false],
  ['0.1234567891', false],
])('%j is a price: %s', (text, isPrice) => {
  expect(isDecimalText(text)).toBe(isPrice);
});

test.each([
  ['2.50', true],
  ['-2.5', true],
  ['0', false],
  ['-0.00', false],
  ['', false],
  ['1e3', false],
  ['0.0000001', false],
])('%j dollars can be given: %s', (text, isAmount) => {
  expect(isUsdText(text)).toBe(isAmount);
});

test('what a model cannot lose is said, instead of being kept in silence', () => {
  const values = { ...toModelValues(model), max_output: '', family: ' ' };
  expect(findEmptied(values, model)).toEqual(['max_output', 'family']);
  expect(findEmptied(values, { ...model, max_output: 0, family: '' })).toEqual([]);
  expect(findEmptied(toModelValues(), undefined)).toEqual([]);
});

test('of a price that stands in a field and in JSON none is lost in silence', () => {
  const { common, ...values } = toModelValues();
  const second = [{ name: '4k', value: '0.3' }];
  const rest = '{ "input": "9", "output": "8", "second": { "8k": "1" }, "minute": {}, "tools": {} }';
  expect(findHidden({ ...values, second, rest, common: { ...common, input: '1' } })).toEqual([
    'input',
    'second',
  ]);
  expect(findHidden({ ...values, rest, common })).toEqual([]);
  expect(findHidden({ ...values, rest: '{', common })).toEqual([]);
});

test('of two prices for one size none is lost in silence', () => {
  const of4k = { name: '4k', value: '0.3' };
  expect(hasSizeTwice([of4k, { name: ' 4k', value: '0.4' }])).toBe(true);
  expect(hasSizeTwice([of4k, { name: '4k', value: '' }, { name: '', value: '0.1' }])).toBe(false);
});
