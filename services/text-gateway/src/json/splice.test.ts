import { expect, test } from 'vitest';
import { scanObject } from './scan.ts';
import { splice } from './splice.ts';

function edit(text: string, edits: Record<string, string>): string {
  const bytes = Buffer.from(text);
  return splice(bytes, scanObject(bytes), new Map(Object.entries(edits))).toString();
}

test('replaces a value and leaves every other byte alone', () => {
  const text = ' { "n" : 1.0, "model":  "a" , "logit_bias":{"50256":1,"11":9007199254740993} }\n';
  expect(edit(text, { model: '"b"' })).toBe(text.replace('"a"', '"b"'));
});

test('replaces several members in any order', () => {
  expect(edit('{"a":1,"b":2,"c":3}', { c: '30', a: '10' })).toBe('{"a":10,"b":2,"c":30}');
});

test('adds a member that was not there', () => {
  expect(edit('{"a":1}', { b: '{"x":true}' })).toBe('{"b":{"x":true},"a":1}');
  expect(edit(' {}', { b: '2' })).toBe(' {"b":2}');
});

test('adds and replaces at once', () => {
  expect(JSON.parse(edit('{"model":"m","z":[1]}', { model: '"k"', stream_options: '{}' }))).toEqual({
    stream_options: {},
    model: 'k',
    z: [1],
  });
});

test('without edits gives the very same bytes', () => {
  const bytes = Buffer.from('{"a":1}');
  expect(splice(bytes, scanObject(bytes), new Map())).toBe(bytes);
});

test('takes members out, wherever they stand, and leaves the bytes of the others', () => {
  const bytes = Buffer.from('{ "a" : 1.0, "b":{"x": [1]} , "c":"3" }');
  const without = (...names: string[]) =>
    splice(bytes, scanObject(bytes), new Map(names.map((name) => [name, undefined]))).toString();
  expect(without('a')).toBe('{"b":{"x": [1]},"c":"3"}');
  expect(without('b')).toBe('{"a" : 1.0,"c":"3"}');
  expect(without('a', 'b', 'c', 'd')).toBe('{}');
  const edits = new Map([
    ['a', undefined],
    ['c', '4'],
    ['d', '5'],
  ]);
  expect(JSON.parse(splice(bytes, scanObject(bytes), edits).toString())).toEqual({
    b: { x: [1] },
    c: 4,
    d: 5,
  });
});
