import { expect, test } from 'vitest';
import { findRounded, readJsonText, toJsonText } from './json-text.ts';
import { findLost, fromPairs, toPairs } from './pairs.ts';

test('an object comes back from its text, and nothing is an empty text', () => {
  expect(readJsonText(toJsonText({ a: { b: [1] } }))).toEqual({ a: { b: [1] } });
  expect(toJsonText({})).toBe('');
  expect(readJsonText(' \n')).toEqual({});
});

test.each(['[1]', '"text"', 'null', '{', '{a: 1}'])('%s is no object', (text) => {
  expect(readJsonText(text)).toBeUndefined();
});

test.each([
  ['{"id": 9007199254740993}', '9007199254740993'],
  ['{"a": {"ids": [1, -1234567890123456789]}}', '-1234567890123456789'],
  ['{"id": 9007199254740992, "seed": 42, "top_p": 0.95}', undefined],
  ['{"id": "9007199254740993", "a \\" 9007199254740993": 1}', undefined],
  [toJsonText({ id: 12345678901234567000 }), undefined],
  ['{', undefined],
])('of %s what would become another number is %j', (text, rounded) => {
  expect(findRounded(text)).toBe(rounded);
});

test('pairs come back, and rows that were left empty are none', () => {
  const pairs = [...toPairs({ '429': 503 }), { name: ' ', value: 'x' }, { name: ' a ', value: ' b ' }];
  expect(fromPairs(pairs)).toEqual({ '429': '503', a: 'b' });
});

test.each([
  [
    [
      ['a', 'x'],
      ['b', ''],
      ['', ' '],
    ],
    undefined,
  ],
  [
    [
      ['a', 'x'],
      [' ', 'y'],
    ],
    'nameless',
  ],
  [
    [
      ['a', 'x'],
      [' a ', 'y'],
    ],
    'twice',
  ],
  [
    [
      ['constructor', 'x'],
      ['__proto__', 'y'],
    ],
    undefined,
  ],
] as const)('of rows %j none is lost, or it is said which: %s', (rows, lost) => {
  const pairs = rows.map(([name, value]) => ({ name, value }));
  expect(findLost(pairs)).toBe(lost);
  if (!lost) expect(Object.keys(fromPairs(pairs))).toEqual(pairs.map(({ name }) => name).filter(Boolean));
});
