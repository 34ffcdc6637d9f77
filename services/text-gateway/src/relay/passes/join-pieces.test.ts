import { expect, test } from 'vitest';
import { joinPieces } from './join-pieces.ts';

const arrived = Buffer.from('one two three');

test('pieces that arrived together are joined where they lie', () => {
  const joined = joinPieces([arrived.subarray(4, 7), arrived.subarray(7, 8), arrived.subarray(8)]);
  expect(joined.toString()).toBe('two three');
  expect(joined.buffer).toBe(arrived.buffer);
});

test.each([
  [[arrived.subarray(0, 3), arrived.subarray(4)], 'onetwo three'],
  [[arrived.subarray(4), arrived.subarray(0, 3)], 'two threeone'],
  [[arrived.subarray(0, 4), Buffer.from('2')], 'one 2'],
  [[Buffer.from('2')], '2'],
  [[], ''],
])('others are copied: %#', (pieces, text) => {
  expect(joinPieces(pieces).toString()).toBe(text);
});
