import { expect, test } from 'vitest';
import { readOwn } from './read-own.ts';
import { selectModels } from './select-models.ts';

const price = { input: '1' };
const file = {
  models: { 'gpt-4o': { price }, 'gpt-4o-mini': { price }, 'a/gpt-4o': { price }, 'gpt-4xo': { price } },
  skipped: { 'gpt-4o-odd': 'it is odd', other: 'so is it' },
};
const namesOf = (patterns: string | undefined) => Object.keys(selectModels(file, patterns).models);

test('patterns match whole names, and nothing but the star is special', () => {
  expect(namesOf('gpt-4o')).toEqual(['gpt-4o']);
  expect(namesOf('gpt-4o*')).toEqual(['gpt-4o', 'gpt-4o-mini']);
  expect(namesOf('*/*, gpt-4o-mini')).toEqual(['gpt-4o-mini', 'a/gpt-4o']);
  expect(() => namesOf('gpt.4o')).toThrow('no price for any');
  expect(namesOf(undefined)).toHaveLength(4);
});

test('whoever asks for a model asks for what it costs at service tiers', () => {
  const names = [
    'gpt-5',
    'gpt-5@priority',
    'gpt-5@flex',
    'gpt-5@fast+us',
    'gpt-5-mini@flex',
    'gpt-5@default',
  ];
  const tiered = { models: Object.fromEntries(names.map((name) => [name, { price }])), skipped: {} };
  const selected = (patterns: string) => Object.keys(selectModels(tiered, patterns).models);
  expect(selected('gpt-5')).toEqual(['gpt-5', 'gpt-5@priority', 'gpt-5@flex', 'gpt-5@fast+us']);
  expect(selected('gpt-5@flex')).toEqual(['gpt-5@flex']);
});

test('only what was asked for and cannot be read is told', () => {
  expect(selectModels(file, 'gpt-4o*').skipped).toEqual(['model gpt-4o-odd: it is odd; left out']);
});

test('a file of our own names models and nothing else', () => {
  expect(readOwn('models: { m: { price: { input: 1 } } }').models).toEqual({ m: { price: { input: 1 } } });
  expect(() => readOwn('models: { m: { price: {} } }\nkeys: []\n')).toThrow('it names keys');
  expect(() => readOwn('models: { m: { max_output: 1 } }')).toThrow('m has no price');
  expect(() => readOwn('[]')).toThrow('it names no models');
});
