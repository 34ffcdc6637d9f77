import { fc } from '@headgate/runtime/testing/properties';
import { expect, test } from 'vitest';
import { beforeInput, escapeInput, writeInputArgs } from './args.ts';
import { createInputReader, readInput } from './input-reader.ts';

function inPieces(json: string, size: number): string[] {
  const reader = createInputReader();
  const pieces = [];
  for (let at = 0; at < json.length; at += size) pieces.push(reader.push(json.slice(at, at + size)));
  return [...pieces, reader.end()];
}

test.each([
  ['{"input":"a\\nb"}', 'a\nb'],
  [' { "input" : "\\u00e9\\ud83d\\ude00\\/" , "why": "so" } ', 'é😀/'],
  ['{"why":"so","input":"a"}', 'a'],
  ['"a"', 'a'],
  ['', ''],
  ['{}', ''],
  ['{"input":"cut', 'cut'],
  ['{"input":"cut"', 'cut'],
  ['{"input":"a\nb\\q"}', 'a\nb\\q'],
  ['{"input":"say "hi""}', 'say "hi""}'],
  ['*** Begin Patch', '*** Begin Patch'],
  ['{"patch":"a"}', '{"patch":"a"}'],
  ['{"input":["a"]}', '{"input":["a"]}'],
])('%j is the text %j, in pieces of any size', (json, text) => {
  for (const size of [1, 2, 3, 5, 100]) expect(inPieces(json, size).join('')).toBe(text);
});

test('however much space a model writes behind the text, it is read in one go', () => {
  const space = ' \n'.repeat(100_000);
  expect(readInput(`{"input":"a"${space}x`)).toBe(`a"${space}x`);
  expect(readInput(`{"input":"a"${space}}${space}`)).toBe('a');
});

const text = fc.string({ unit: fc.constantFrom('a', '"', '\\', '\n', '😀', '\u0001', '}', ',', '\u2028') });

test('any text comes out as it went in, however it is written and cut, and no piece ends within a character', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 7 }), fc.boolean(), (input, size, isAscii) => {
      const json = JSON.stringify({ input });
      const ascii = json.replaceAll(/[\ud800-\udfff]/g, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
      const pieces = inPieces(isAscii ? ascii : json, size);
      expect(pieces.join('')).toBe(input);
      for (const piece of pieces) expect(piece).not.toMatch(/[\ud800-\udbff]$/);
    }),
  );
});

test('whatever a model wrote, its pieces say what the whole says', () => {
  const anything = fc
    .array(fc.constantFrom('{"input":"', '"', '\\', 'u', 'd83d', '}', ' ', 'n', '{', ':', '😀', ','))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 5 }), (json, size) => {
      expect(inPieces(json, size).join('')).toBe(readInput(json));
    }),
  );
});

test('arguments that are written in pieces are those that are written whole, and JSON', () => {
  fc.assert(
    fc.property(fc.array(text), (pieces) => {
      const input = pieces.join('');
      const json = writeInputArgs(input);
      expect(json).toBe(`${[beforeInput, ...pieces.map(escapeInput)].join('')}"}`);
      expect(JSON.parse(json)).toEqual({ input });
    }),
  );
});
