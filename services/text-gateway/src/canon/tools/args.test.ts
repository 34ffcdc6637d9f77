import { expect, test } from 'vitest';
import { readArgs } from './args.ts';

const nested = (depth: number): string => `{"a":${'['.repeat(depth)}1${']'.repeat(depth)}}`;

test.each([
  ['', '{}'],
  [' \n', '{}'],
  ['{"b":1,"a":[null]}', '{"b":1,"a":[null]}'],
  ['{"id":12345678901234567890}', '{"id":12345678901234567890}'],
  ['[1]', '{"_raw":"[1]"}'],
  ['null', '{"_raw":"null"}'],
  ['{"a":', '{"_raw":"{\\"a\\":"}'],
])('the arguments %j are the object %s', (text, written) => {
  expect(JSON.stringify(readArgs(text))).toBe(written);
});

test.each([1_000, 100_000])('arguments that nest %i deep are the text that they are', (depth) => {
  expect(readArgs(nested(depth))).toEqual({ _raw: nested(depth) });
  expect(readArgs(nested(100))).toEqual(JSON.parse(nested(100)));
});
