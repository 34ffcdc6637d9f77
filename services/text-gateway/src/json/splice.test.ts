import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { scanObject } from './scan.ts';
import { splice } from './splice.ts';
import { spaces, valueTexts } from './testing/json-texts.ts';

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

const names = fc.constantFrom('model', 'a', 'b', 'ä', '', '__proto__');

test('whatever is set or taken out, the members that stay keep their bytes', () => {
  const members = fc.uniqueArray(fc.tuple(names, spaces, valueTexts), { selector: ([name]) => name });
  const edits = fc.uniqueArray(fc.tuple(names, fc.option(valueTexts, { nil: undefined })), {
    selector: ([name]) => name,
  });
  fc.assert(
    fc.property(members, edits, (before, changes) => {
      const write = ([name, space, value]: [string, string, string]) =>
        `${space}${JSON.stringify(name)}${space}:${space}${value}${space}`;
      const bytes = Buffer.from(`{${before.map(write).join(',')}}`);
      const wanted = new Map(before.map(([name, , value]) => [name, value]));
      for (const [name, value] of changes) {
        if (value === undefined) wanted.delete(name);
        else wanted.set(name, value);
      }
      const after = splice(bytes, scanObject(bytes), new Map(changes));
      const found = [...scanObject(after).members].map(
        ([name, { start, end }]) => [name, after.toString('utf8', start, end)] as const,
      );
      expect(new Map(found)).toEqual(wanted);
    }),
    { numRuns: 500 },
  );
});
